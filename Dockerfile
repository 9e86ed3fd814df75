# syntax=docker/dockerfile:1
# The product as one image: server, media worker and built pages. What it is told, it is told by the environment; the database is
# elsewhere (DATABASE_URL). deploy/try-image builds it without an engine and tries it.
ARG NODE_IMAGE=node:24-bookworm-slim
ARG BASE_IMAGE=debian:bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
# A registry behind an authority of your own: --secret id=ca,src=authority.pem. It stays out of the image; at run time
# NODE_EXTRA_CA_CERTS names a mounted one.
ENV NODE_EXTRA_CA_CERTS=/run/secrets/ca
# The manifests alone, so that a change of sources does not fetch the dependencies again.
COPY package.json package-lock.json ./
COPY apps/media/package.json apps/media/
COPY apps/server/package.json apps/server/
COPY apps/web/package.json apps/web/
COPY packages/contract/package.json packages/contract/
COPY packages/stripe-sandbox/package.json packages/stripe-sandbox/
# What npm ci runs at its end; without the sources it does nothing.
COPY scripts/prepare.mjs scripts/
RUN --mount=type=secret,id=ca --mount=type=cache,target=/var/cache/npm npm ci --cache /var/cache/npm --no-audit --no-fund
COPY . .
# Built, then cut down to what runs: production dependencies alone, no tests, nothing that is in the browser's build already.
RUN --mount=type=secret,id=ca npm run build && node scripts/deploy/slim-image.ts

FROM ${BASE_IMAGE}
ENV NODE_ENV=production PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build --chown=root:root /app/package.json ./
COPY --from=build --chown=root:root /app/node_modules node_modules
COPY --from=build --chown=root:root /app/packages packages
COPY --from=build --chown=root:root /app/apps apps
# Programs belong to root and data to the one who runs them: a hole in the server does not let it change itself.
RUN groupadd --gid 1000 node && useradd --uid 1000 --gid node --no-create-home --shell /usr/sbin/nologin node \
  && install -d -o node -g node /data /data/backups
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=40s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Node itself, no shell and no npm in between: SIGTERM reaches it, and it drains and ends within 10 s.
STOPSIGNAL SIGTERM
CMD ["node", "apps/server/src/main.ts"]
