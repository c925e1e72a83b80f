#!/bin/sh
# Makes the two roles and the database of a team server; the image of PostgreSQL runs it once, before the first start.
set -eu
psql --no-psqlrc --set ON_ERROR_STOP=1 --username postgres \
  --set owner_password="$OWNER_PASSWORD" --set app_password="$APP_PASSWORD" <<'SQL'
CREATE ROLE cairn_owner LOGIN PASSWORD :'owner_password';
CREATE ROLE cairn_app LOGIN PASSWORD :'app_password';
CREATE DATABASE cairn OWNER cairn_owner;
SQL
