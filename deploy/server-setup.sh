#!/bin/sh
# Lets one Storage Lab in on this server: its key may start its runner as root, and nothing else. Run it as root:
#   sh server-setup.sh                     install, or put right what was changed since
#   sh server-setup.sh upgrade             the same with a newer copy of this script
#   sh server-setup.sh remove [--purge]    take the way in and all enrolments away; --purge deletes the results too
# The lab fills in the next three lines and the runner at the end. Nothing is fetched from anywhere.
set -eu

account='@ACCOUNT@'
public_key='@PUBLIC_KEY@'
runner_sha256='@RUNNER_SHA256@'

folder=/usr/local/libexec/storagelab      # The runner's own folder, writable by root alone.
runner=$folder/storagelab-runner
command=/usr/local/sbin/storagelab-runner # A link, so that root can say "storagelab-runner enrol".
home=/var/lib/storagelab-account          # The account's home, which holds its key and is not the account's own.
rule=/etc/sudoers.d/storagelab
enrolments=/etc/storagelab-runner         # Which drives may be destroyed; only root changes it.
results=/var/lib/storagelab-runner

PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
export PATH
umask 022
trap 'rm -f "$runner.new" "$rule.new"' EXIT

say() { printf 'server-setup: %s\n' "$*"; }
fail() {
    printf 'server-setup: %s\n' "$*" >&2
    exit 1
}

check_server() {
    [ "$(id -u)" = 0 ] || fail 'only root can do this.'
    printf '%s' "$account" | grep -Eqx '[a-z][a-z0-9_-]{0,31}' || fail 'this script is not filled in: get it from your lab.'
    made=$(getent passwd "$account" | cut -d: -f6)
    [ -z "$made" ] || [ "$made" = "$home" ] ||
        fail "the account $account is in use for something else: register the server with another account."
    # No run may lose its way home. While this script holds the runner's lock, none can begin either.
    if [ -e "$results/host.lock" ]; then
        exec 9<>"$results/host.lock"
        flock -n 9 || fail 'a run is under way on this server: wait until it is over. Nothing was changed.'
    fi
}

check_tools() {
    for tool in sudo visudo useradd runuser pkill flock base64 sha256sum python3; do
        [ -n "$(command -v "$tool")" ] || fail "$tool is missing here: install it first. Nothing was changed."
    done
    python3 -c 'import sys; sys.exit(sys.version_info < (3, 8))' || fail 'Python 3.8 or newer is needed.'
}

install_way_in() {
    # Everything is made beside its place and checked before the first thing moves there.
    install -d -o root -g root -m 0755 "$folder" "$enrolments" "$home" "$home/.ssh"
    { unpack_runner >"$runner.new" && echo "$runner_sha256  $runner.new" | sha256sum --check --status; } ||
        fail 'the runner in this script is damaged: get the script again. The way in is as it was.'
    chown root:root "$runner.new"
    chmod 0755 "$runner.new"

    # The rule names the runner's bytes. sudo reads no file with a dot in its name, so the draft counts for nothing yet.
    cat >"$rule.new" <<END
# Storage Lab: this account may start exactly this file as root, and nothing else.
Defaults!$runner env_reset, secure_path="$PATH", !use_pty, !requiretty, fdexec=never
$account ALL=(root) NOPASSWD: sha256:$runner_sha256 $runner serve
END
    chmod 0440 "$rule.new"
    visudo -cf "$rule.new" >/dev/null || fail 'the sudo of this server does not know such rules. The way in is as it was.'

    # The account has no password, and its key starts the runner, whatever the other side asks for.
    [ -n "$made" ] || useradd --system --user-group --no-create-home --home-dir "$home" --shell /bin/sh \
        --password '*' --comment 'Storage Lab' "$account"
    printf 'restrict,command="sudo -n %s serve" %s\n' "$runner" "$public_key" >"$home/.ssh/authorized_keys.new"
    mv -f "$home/.ssh/authorized_keys.new" "$home/.ssh/authorized_keys"
    [ -z "$(command -v restorecon)" ] || restorecon -R "$home" "$folder"

    mv -f "$runner.new" "$runner"
    mv -f "$rule.new" "$rule"
    ln -sfn "$runner" "$command"
    # Channels that are open would go on talking to the runner that was here before; the lab opens new ones.
    pkill -KILL -U "$account" || true
    runuser -u "$account" -- sudo -n "$runner" serve </dev/null ||
        fail "the rule in $rule has no effect: is $(dirname "$rule") included in /etc/sudoers?"
    say "the account $account may start $runner (SHA-256 $runner_sha256) as root, and nothing else."
    [ -n "$(command -v fio)" ] || say 'fio is missing here: install it, or the lab can look but not measure.'
}

remove_way_in() {
    rm -rf "$home" "$rule" "$folder" "$command" "$enrolments"
    pkill -KILL -U "$account" || true
    while pgrep -U "$account" >/dev/null; do sleep 0.1; done
    [ -z "$made" ] || userdel "$account"
    say "the account $account, its key, its sudo rule, the runner and all enrolments are gone."
    [ "${1:-}" = --purge ] || { say "results stay in $results."; return; }
    rm -rf "$results"
    say "results are gone too."
}

main() {
    case "${1:-install}${2:+ $2}" in
        install | upgrade)
            check_server
            [ "${1:-}" != upgrade ] || [ -e "$rule" ] || fail 'the lab was never let in here: say install.'
            check_tools
            install_way_in
            ;;
        remove | 'remove --purge')
            check_server
            remove_way_in "${2:-}"
            ;;
        *) fail 'say install, upgrade, remove or remove --purge.' ;;
    esac
}

unpack_runner() {
    base64 -d <<'END'
@RUNNER_BASE64@
END
}

main "$@"
