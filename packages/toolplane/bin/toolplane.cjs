#!/usr/bin/env node
"use strict";
// The program is a package of its own, so that a library user never loads it; configurations name this file.
require("@toolplane/cli/bin");
