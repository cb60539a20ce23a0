"""Scoundrel, the solo dungeon crawl by Zach Gage and Kurt Bieg (2011), with the game on the server."""
