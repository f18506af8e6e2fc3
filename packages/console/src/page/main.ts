import { render } from "preact";
import { takePageMark } from "./api/page-mark.ts";
import { App } from "./app.ts";
import { h } from "./ground/h.ts";
import "./style/tokens.css";
import "./style/base.css";
import "./style/parts.css";
import "./style/chat.css";
import "./style/calls.css";
import "./style/record.css";
import "./style/talk.css";
import "./style/narrow.css";

takePageMark();
const root = document.getElementById("app");
if (root) render(h(App, {}), root);
