// The page for a lost connection goes back to where one was going as soon as there is one again.
"use strict";
addEventListener("online", () => location.reload());
