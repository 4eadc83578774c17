#!/bin/sh
# Makes FOLDER a git repository of dalli 3.2.8 with one commit on top that allocates more in get. The action is tried on it,
# here and in a pull request of Cachemark.
#   example.sh FOLDER
set -eu
folder=$1
mkdir "$folder"
gem unpack dalli --version 3.2.8 --target "$folder"
mv "$folder/dalli-3.2.8"/* "$folder"
rmdir "$folder/dalli-3.2.8"
cd "$folder"
commit() { git -c user.name=example -c user.email=example@example.org commit --quiet --all --message "$1"; }
git init --quiet --initial-branch main
git add .
commit "dalli 3.2.8"
git switch --quiet --create change
echo 'Dalli::Client.prepend(Module.new { def get(*) = (super.tap { +"" }) })' >>lib/dalli.rb
commit "get allocates a string more"
