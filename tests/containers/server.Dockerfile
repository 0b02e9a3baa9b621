# A server to be measured: SSH, sudo and fio.
FROM debian:bookworm-slim
RUN apt-get update \
    && apt-get install --yes --no-install-recommends fio openssh-server procps python3 sudo util-linux \
    && rm -rf /var/lib/apt/lists/* /etc/ssh/ssh_host_* \
    && mkdir -p /run/sshd
EXPOSE 22
CMD ["sh", "-c", "ssh-keygen -A && exec /usr/sbin/sshd -D -e"]
