#!/bin/sh
# Starts nginx. It believes what X-Forwarded-For says when it comes from this machine, which is the gateway of the
# container network, or from a proxy named in STORAGELAB_TRUSTED_PROXIES (addresses and networks, with commas).
set -eu

gateway=$(ip -4 route show default | awk '{ print $3; exit }')
{
    for proxy in 127.0.0.1 $gateway $(printf '%s' "${STORAGELAB_TRUSTED_PROXIES:-}" | tr ',' ' '); do
        case $proxy in
            *[!0-9A-Fa-f:./]*)
                echo "start-web: STORAGELAB_TRUSTED_PROXIES holds '$proxy', which is no address and no network." >&2
                exit 1
                ;;
        esac
        echo "set_real_ip_from $proxy;"
    done
} >/tmp/trusted-proxies.conf
exec nginx -g 'daemon off;'
