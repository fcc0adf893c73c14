# syntax=docker/dockerfile:1

# Keep the Go image at the newest patch: the standard library's fixes come with it.
FROM --platform=$BUILDPLATFORM golang:1.26-bookworm AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
ARG TARGETARCH
ARG VERSION
ARG COMMIT
# Nothing here needs HTTP/2, and inlining the pages' code makes it larger, not
# quicker.
ENV GOFLAGS="-trimpath -tags=nethttpomithttp2 -gcflags=fencepost/views=-l"
RUN CGO_ENABLED=0 GOARCH=$TARGETARCH go build \
      -ldflags="-s -w -X main.stampVersion=$VERSION -X main.stampCommit=$COMMIT" -o /out/web ./cmd/web \
 && mkdir -p /out/data

# Nothing but the program and the authorities by which it trusts a mail server
# or an OpenID provider: time zones are compiled in, and SQLite keeps its
# temporary tables in memory, so no /tmp is needed and the root file system
# may be read-only.
FROM scratch
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=build /out/web /web
COPY --from=build --chown=65532:65532 /out/data /data
USER 65532:65532
ENV LISTEN_ADDR=:8080 DATA_DIR=/data
EXPOSE 8080
VOLUME /data
HEALTHCHECK --interval=30s --timeout=3s --start-period=10s CMD ["/web", "healthcheck"]
ENTRYPOINT ["/web"]
