// What can't be done says why, where what is done is said, and links to its rule. In the tutorial the guide's words stay.

document.addEventListener("scoundrel:refused", ({ target, detail }) => {
  const { why, topic } = detail ?? target.dataset;
  const words = document.createElement("span");
  const rule = document.createElement("a");
  words.className = "refused";
  rule.href = `/rules#${topic}`;
  rule.textContent = "See the rule";
  words.append(`${why} `, rule);
  document.getElementById("said").firstElementChild.replaceWith(words);
});
