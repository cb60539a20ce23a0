# The game in a container: built in one stage, and only what was built goes into the other.
ARG BASE=python:3.12-slim-bookworm

FROM ${BASE} AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 \
    PIP_NO_CACHE_DIR=1
WORKDIR /src
RUN python3 -m venv --without-pip /opt/scoundrel
COPY requirements.lock ./
RUN pip --python /opt/scoundrel/bin/python install --only-binary :all: --require-hashes -r requirements.lock
COPY pyproject.toml README.md ./
COPY app app
COPY templates templates
COPY static static
RUN pip --python /opt/scoundrel/bin/python install --no-deps .

FROM ${BASE}
LABEL org.opencontainers.image.title="Scoundrel" \
      org.opencontainers.image.description="The solo dungeon-crawl card game, in the browser"
RUN groupadd --gid 10001 scoundrel \
    && useradd --uid 10001 --gid 10001 --home-dir /data --no-create-home --shell /usr/sbin/nologin scoundrel \
    && install -d -o 10001 -g 10001 -m 0750 /data
COPY --from=build /opt/scoundrel /opt/scoundrel
ENV PATH="/opt/scoundrel/bin:$PATH" \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONSAFEPATH=1 \
    SCOUNDREL_DATABASE_URL=sqlite:////data/scoundrel.db \
    SCOUNDREL_HOST=0.0.0.0 \
    SCOUNDREL_PORT=8000
USER 10001:10001
VOLUME /data
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s --retries=3 \
    CMD ["python", "-c", "import os, urllib.request as web; web.build_opener(web.ProxyHandler({})).open('http://127.0.0.1:' + os.environ['SCOUNDREL_PORT'] + '/healthz', timeout=4)"]
CMD ["python", "-m", "app"]
