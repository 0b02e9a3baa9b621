#!/bin/sh
# Writes .env beside docker-compose.yml: the settings of .env.example, every empty secret filled in.
# An .env that is there is kept; only secrets that are missing or empty in it are filled in.
set -eu
umask 077
cd "$(dirname "$0")/.."

[ -e .env ] || cp .env.example .env
draft=$(mktemp .env.XXXXXX)
trap 'rm -f "$draft"' EXIT
cp .env "$draft"
for name in $(sed -n 's/^\([A-Z_]*_PASSWORD\)=.*/\1/p' .env.example); do
    grep -q "^$name=." "$draft" && continue
    secret=$(od -An -N32 -tx1 /dev/urandom | tr -d ' \n')
    if grep -q "^$name=" "$draft"; then
        sed "s/^$name=.*/$name=$secret/" "$draft" >"$draft.new"
        cat "$draft.new" >"$draft"
        rm "$draft.new"
    else
        printf '%s=%s\n' "$name" "$secret" >>"$draft"
    fi
    echo "$name: made"
done
mv "$draft" .env
trap - EXIT
