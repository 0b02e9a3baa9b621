# One image for migrations, API, worker and reconciler; each container runs another command.
ARG PYTHON_IMAGE=python:3.11-slim-bookworm
ARG NODE_IMAGE=node:20-bookworm-slim

# The charts of permalinks are drawn by the front end's own code, so its build belongs into this image too.
FROM ${NODE_IMAGE} AS frontend
WORKDIR /app/frontend
COPY frontend/package.json frontend/package-lock.json frontend/.npmrc ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY frontend/ ./
RUN npm run build

FROM ${PYTHON_IMAGE} AS packages
WORKDIR /app
RUN python -m venv /app/.venv
COPY requirements.lock ./
RUN /app/.venv/bin/pip install --no-cache-dir --require-hashes --requirement requirements.lock
COPY pyproject.toml README.md ./
COPY backend/ backend/
COPY workers/ workers/
RUN /app/.venv/bin/pip install --no-cache-dir --no-deps --no-build-isolation --editable .

FROM ${PYTHON_IMAGE}
RUN useradd --system --uid 10001 --user-group --no-create-home --shell /usr/sbin/nologin storagelab \
    && install --directory --owner=storagelab --group=storagelab --mode=0700 /data /artifacts /imports
# What the PDF of a permalink is set in; without the second one it cannot show Chinese, Japanese and Korean.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends fonts-dejavu-core fonts-wqy-microhei \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY --from=packages /app/ ./
COPY --from=frontend /app/frontend/dist/ frontend/dist/
COPY migrations/ migrations/
COPY deploy/server-setup.sh deploy/
ENV PATH=/app/.venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    STORAGELAB_DATA_DIR=/data \
    STORAGELAB_ARTIFACT_URL=file:///artifacts \
    STORAGELAB_IMPORT_DIR=/imports
USER 10001:10001
