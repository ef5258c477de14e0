// The page of the API, generated from /openapi.json: every route with its request, its responses and a button to try it.

import { $, h } from "./dom.js";
import { languageHeader, t, translateDocument } from "./language.js";

translateDocument();

const api = await (await fetch("/openapi.json", { headers: languageHeader })).json();
$("#about").replaceChildren(asWritten(api.info.description), " ", t("Version {version}.", api.info));
for (const [path, methods] of Object.entries(api.paths)) {
  for (const [method, route] of Object.entries(methods)) $("#routes").append(shown(path, method, route));
}

/** A text of the description, which is English. */
function asWritten(text) { return h("span", { lang: "en", translate: "no" }, text ?? ""); }

function resolved(schema) {
  const name = schema?.$ref?.split("/").at(-1);
  return name ? api.components.schemas[name] : schema;
}

function typeOf(schema) {
  if (!schema) return "";
  if (schema.$ref) return schema.$ref.split("/").at(-1);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map(typeOf).join(" | ");
  if (schema.enum) return schema.enum.join(", ");
  if (schema.prefixItems) return `[${schema.prefixItems.map(typeOf).join(", ")}]`;
  return schema.type === "array" ? t("list of {type}", { type: typeOf(schema.items) }) : (schema.type ?? t("any"));
}

function table(heads, rows) {
  return h("table", {}, h("thead", {}, h("tr", {}, ...heads.map((head) => h("th", { scope: "col" }, head)))),
    h("tbody", {}, ...rows.map((row) => h("tr", {}, ...row.map((value) => h("td", {}, value))))));
}

function defaultOf(field) { return t("default {value}", { value: JSON.stringify(field.default ?? null) }); }

function fields(schema) {
  const resolvedSchema = resolved(schema);
  const rows = Object.entries(resolvedSchema.properties ?? {}).map(([name, field]) => [
    h("code", {}, name), typeOf(field), (resolvedSchema.required ?? []).includes(name) ? t("required") : defaultOf(field),
    asWritten(field.description),
  ]);
  return table([t("field"), t("type"), "", t("meaning")], rows);
}

function shown(path, method, route) {
  const body = h("div", { class: "body" });
  const request = route.requestBody?.content["application/json"]?.schema;
  if (request) body.append(h("h3", {}, t("Request")), fields(request));
  if (route.parameters?.length) {
    body.append(h("h3", {}, t("Parameters")), table([t("name"), t("type"), ""], route.parameters.map((one) =>
      [h("code", {}, one.name), typeOf(one.schema), one.required ? t("required") : defaultOf(one.schema)])));
  }
  body.append(h("h3", {}, t("Responses")), table([t("status"), t("document")], Object.entries(route.responses).map(([status, answer]) => {
    const [[kind, content] = ["", {}]] = Object.entries(answer.content ?? {});
    const remark = status === "200" ? [] : [": ", asWritten(answer.description)];
    return [status, content.schema ? h("span", {}, typeOf(content.schema), ...remark) : kind];
  })));
  body.append(attempt(path, method, request));
  return h("details", {}, h("summary", {}, h("span", { class: "method" }, method), h("code", {}, path), h("span", { class: "note", lang: "en", translate: "no" }, route.summary)), body);
}

function attempt(path, method, request) {
  const answer = h("pre", { hidden: true, tabindex: 0 });
  const text = request ? h("textarea", { "aria-label": t("Request to {path}", { path }), spellcheck: "false" }) : null;
  if (text) text.value = JSON.stringify(example(resolved(request)));
  const send = h("button", { type: "button", class: "main" }, t("Try it"));
  send.addEventListener("click", async () => {
    const options = text ? { method, headers: { ...languageHeader, "content-type": "application/json" }, body: text.value } : { headers: languageHeader };
    const search = path.endsWith("simulate") ? "?player=greedy&games=20" : "";
    const response = await fetch(path + search, options);
    answer.hidden = false;
    answer.textContent = `${response.status}\n${(await response.text()).slice(0, 20000)}`;
  });
  return h("div", { class: "body" }, text, h("div", {}, send), answer);
}

function example(schema) {
  const required = Object.entries(schema.properties ?? {}).filter(([name]) => (schema.required ?? []).includes(name));
  return Object.fromEntries(required.map(([name, field]) => [name, field.examples?.[0] ?? ""]));
}
