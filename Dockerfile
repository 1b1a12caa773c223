# The official images. A builder without a default registry needs full names, as build arguments.
ARG SWIFT_IMAGE=swift:6.3-bookworm
ARG RUNTIME_IMAGE=debian:bookworm-slim

FROM ${SWIFT_IMAGE} AS build
# Versions are not pinned: the distribution fixes packages and removes old versions.
# hadolint ignore=DL3008
RUN apt-get update \
 && apt-get install -y --no-install-recommends libbrotli-dev libgnutls28-dev libharfbuzz-dev libhiredis-dev libmicrohttpd-dev libpq-dev libsqlite3-dev zlib1g-dev pkg-config \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY . .
# With Swift's runtime linked in, the server needs only C libraries at run time.
# Debug builds, and so tests, find overlapping accesses to a variable. Looking for them takes 7 % of a request's instructions.
# Resource bundles hold the app's files and texts. They belong beside the program.
RUN swift build -c release --product TodoServer --static-swift-stdlib -Xswiftc -enforce-exclusivity=unchecked \
 && mkdir /out \
 && cp -r .build/release/TodoServer .build/release/*.resources /out/
# ICU's tables are 30 MB. Without any, its converters say that they do not know an encoding.
RUN echo 'const char icudt72_dat[64] __attribute__((aligned(16)));' >/tmp/icudata.c \
 && clang -shared -nostdlib -Wl,-soname,libicudata.so.72 /tmp/icudata.c -o /libicudata
# For backtraces, the program keeps the symbols of functions, and of the debug information what leads to files and lines.
RUN nm /out/TodoServer >/tmp/symbols \
 && awk '$2 ~ /[bdrBDR]/ { print $3 }' /tmp/symbols >/tmp/symbols-of-data \
 && objcopy --strip-symbols=/tmp/symbols-of-data --compress-debug-sections=zlib --remove-section=.debug_loc --remove-section=.debug_loclists \
      --remove-section=.debug_names --remove-section=.debug_frame /out/TodoServer

# The files of the image: the program, and what it uses of the distribution. There is no shell and no package manager.
FROM ${RUNTIME_IMAGE} AS files
# hadolint ignore=DL3008
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates libbrotli1 libgnutls30 libharfbuzz0b libhiredis0.14 libmicrohttpd12 libpq5 libqrencode4 libsqlite3-0 libvips42 tzdata zlib1g \
 && rm -rf /var/lib/apt/lists/*
COPY --from=build /out/ /image/usr/local/bin/
WORKDIR /image
SHELL ["/bin/bash", "-o", "pipefail", "-c"]
# The shared libraries, also those that the program loads when it needs them, for a PostgreSQL and for pictures. Of ICU, which XML in other
# encodings than UTF-8 would need, only the code. The certificates of authorities for requests of side effects, time zones, the user, and
# the folders for uploaded files and for sessions.
COPY --from=build /libicudata /libicudata
RUN loaded=$(find /usr/lib -name libpq.so.5 -o -name libvips.so.42 -o -name vips-heif.so -o -name libqrencode.so.4) \
 && { ldd usr/local/bin/TodoServer; for library in $loaded; do ldd "$library"; echo "$library"; done; } | grep -o '/[^ ]*' | sort --unique | xargs cp --parents --dereference --target-directory=. \
 && find . -name libicudata.so.72 -exec cp /libicudata {} \; \
 && cp --parents --dereference /etc/ssl/certs/ca-certificates.crt . \
 && mkdir -p usr/share/zoneinfo \
 && tar --create --directory=/usr/share/zoneinfo --exclude=./posix --exclude=./right --exclude=./localtime . | tar --extract --directory=usr/share/zoneinfo \
 && echo 'tempura:x:10001:10001::/:/usr/sbin/nologin' >etc/passwd \
 && echo 'tempura:x:10001:' >etc/group \
 && install -d -m 1777 tmp \
 && install -d -m 0700 -o 10001 -g 10001 data

FROM scratch
COPY --from=files /image/ /
ENV PATH=/usr/local/bin HOST=0.0.0.0 PORT=8080 STATE_DIRECTORY=/data
EXPOSE 8080
# The only folder that the server writes to, besides /tmp for uploaded files. Sessions survive the container there.
VOLUME /data
# A number, so that an orchestrator can check that it is not root.
USER 10001:10001
HEALTHCHECK --interval=30s --timeout=3s --start-period=5s CMD ["TodoServer", "--health-check"]
ENTRYPOINT ["TodoServer"]
