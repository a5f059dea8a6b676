# The referee in an image: `docker build -t referee .`, then, as the user whose folder takes the replays,
# docker run --rm --init --user "$(id -u):$(id -g)" -v "$PWD:/matches" referee \
#     match --bot greedy --bot trader --bot random --bot raw
# `--init` takes over what bots leave behind: the referee itself is no init. Without further options a container runtime
# denies what bots are contained by; docs/sandbox.md has those options.
FROM python:3.13.1-slim-bookworm AS build
WORKDIR /source
COPY pyproject.toml README.md ./
COPY engine engine
COPY protocol protocol
COPY referee referee
COPY sample_bots sample_bots
RUN python -m venv /opt/referee && /opt/referee/bin/pip install --no-cache-dir --disable-pip-version-check '.[server,sign]'

FROM python:3.13.1-slim-bookworm
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends bubblewrap libseccomp2 \
    && rm -rf /var/lib/apt/lists/*
RUN useradd --create-home --uid 10001 referee && mkdir /matches && chown referee /matches
COPY --from=build /opt/referee /opt/referee
ENV PATH="/opt/referee/bin:$PATH" PYTHONDONTWRITEBYTECODE=1
USER referee
WORKDIR /matches
ENTRYPOINT ["referee"]
CMD ["--help"]
