// The parcel desk: a list with filters, one parcel, a form for a new one. No build step and no library.
const at = (id) => document.getElementById(id);
const safe = (text) => String(text).replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
const money = (euros) => `€ ${euros.toFixed(2)}`;
const parcel = (number) => PARCELS.find((p) => p.number === number);
const filters = { query: "", state: "", late: false, sort: "number" };
const PER_PAGE = 10;
let shownRows = PER_PAGE;

/* Parts that several screens use. */

const badge = (p, hint) =>
  `<span class="badge${p.late ? " late" : ""}" data-semtag-id="${hint}.status" data-semtag-role="observable"
    data-semtag-state="parcel.status">${STATES[p.state]}</span>`;

const holdButton = (p, hint) =>
  p.state === "held"
    ? `<button data-release="${p.number}" data-semtag-id="${hint}.release" data-semtag-role="action" data-semtag-action="release-parcel"
        data-semtag-state="parcel.status">Release</button>`
    : `<button data-hold="${p.number}"${p.state === "delivered" ? " disabled" : ""} data-semtag-id="${hint}.hold" data-semtag-role="action"
        data-semtag-action="hold-parcel" data-semtag-state="parcel.status">Hold</button>`;

function field({ label, name, type = "text", hint }) {
  return `
    <label>${label}
      <input name="${name}" type="${type}" aria-describedby="${name}-error" data-semtag-id="${hint}.${name}" data-semtag-role="input"
        data-semtag-state="${hint}.${name}">
    </label>
    <p class="error" id="${name}-error" role="alert" data-semtag-id="${hint}.${name}-error" data-semtag-role="observable"
      data-semtag-state="${hint}.${name}-error"></p>`;
}

/* The list of parcels. */

function matching() {
  const query = filters.query.toLowerCase();
  const found = PARCELS.filter(
    (p) =>
      `${p.number} ${p.to}`.toLowerCase().includes(query) &&
      (!filters.state || p.state === filters.state) &&
      (!filters.late || p.late),
  );
  return found.sort((a, b) => (filters.sort === "kilos" ? b.kilos - a.kilos : a.number.localeCompare(b.number)));
}

const row = (p) => {
  const hint = `parcels.table.item.${p.number}`;
  return `
  <tr>
    <td><a href="#/parcels/${p.number}" data-semtag-id="${hint}" data-semtag-role="navigation" data-semtag-target="parcel.page">${p.number}</a></td>
    <td data-semtag-id="${hint}.recipient" data-semtag-role="observable" data-semtag-state="parcel.recipient">${safe(p.to)}</td>
    <td>${badge(p, hint)}</td>
    <td data-semtag-id="${hint}.due" data-semtag-role="observable" data-semtag-state="parcel.due">${p.due}</td>
    <td data-semtag-id="${hint}.weight" data-semtag-role="observable" data-semtag-state="parcel.weight">${p.kilos} kg</td>
    <td>${holdButton(p, hint)}</td>
  </tr>`;
};

const card = (p) => {
  const hint = `parcels.cards.item.${p.number}`;
  return `
  <li>
    <a href="#/parcels/${p.number}" data-semtag-id="${hint}" data-semtag-role="navigation" data-semtag-target="parcel.page">${p.number}</a> ${safe(p.to)}<br>
    ${badge(p, hint)} due ${p.due}
    ${holdButton(p, hint)}
  </li>`;
};

function drawRows() {
  const found = matching();
  const rows = found.slice(0, shownRows);
  at("count").textContent = `${rows.length} of ${found.length} parcels`;
  at("rows").innerHTML = rows.map(row).join("");
  at("cards").innerHTML = rows.map(card).join("");
  at("none").textContent = found.length ? "" : "No parcel matches these filters.";
  at("more").hidden = rows.length === found.length;
}

function drawList() {
  const states = Object.entries(STATES).map(([value, label]) => `<option value="${value}">${label}</option>`);
  const choices = ["|All", ...Object.entries(STATES).map(([value, label]) => `${value}|${label}`)].join(";");
  at("main").innerHTML = `
    <h1>Parcels</h1>
    <form id="filters" role="search" data-semtag-id="parcels.filters" data-semtag-role="region">
      <label>Search <input name="query" type="search" placeholder="Number or name" data-semtag-id="parcels.filters.query"
        data-semtag-role="input" data-semtag-state="parcels.query" data-semtag-controls="parcels.table,parcels.cards"></label>
      <label>Status <select name="state" data-semtag-id="parcels.filters.status" data-semtag-role="select" data-semtag-state="parcels.status"
        data-semtag-controls="parcels.table,parcels.cards" data-semtag-options="${choices}"><option value="">All</option>${states.join("")}</select></label>
      <label>Sort by
        <select name="sort" data-semtag-id="parcels.filters.sort" data-semtag-role="select" data-semtag-action="sort-parcels"
          data-semtag-state="parcels.sort" data-semtag-controls="parcels.table,parcels.cards" data-semtag-options="number|Number;kilos|Weight">
          <option value="number">Number</option>
          <option value="kilos">Weight</option>
        </select>
      </label>
      <label class="switch" data-semtag-id="parcels.filters.overdue" data-semtag-role="toggle" data-semtag-state="parcels.overdue"
        data-semtag-controls="parcels.table,parcels.cards"><input name="late" type="checkbox"><i></i> Only overdue</label>
      <button type="reset" data-semtag-id="parcels.filters.clear" data-semtag-role="action" data-semtag-action="clear-filters"
        data-semtag-controls="parcels.table,parcels.cards">Clear</button>
    </form>
    <p id="count" aria-live="polite" data-semtag-id="parcels.count" data-semtag-role="observable" data-semtag-state="parcels.count"></p>
    <table class="wide" aria-label="Parcels" data-semtag-id="parcels.table" data-semtag-role="collection">
      <thead><tr><th>Number</th><th>Recipient</th><th>Status</th><th>Due</th><th>Weight</th><th></th></tr></thead>
      <tbody id="rows"></tbody>
    </table>
    <ul class="narrow cards" id="cards" aria-label="Parcels" data-semtag-id="parcels.cards" data-semtag-role="collection"></ul>
    <p id="none" data-semtag-id="parcels.empty" data-semtag-role="observable" data-semtag-state="parcels.count"></p>
    <button id="more" type="button" data-semtag-id="parcels.more" data-semtag-role="action" data-semtag-action="show-more"
      data-semtag-state="parcels.count" data-semtag-controls="parcels.table,parcels.cards">Show more</button>`;
  const form = at("filters");
  const { query, state, sort, late } = form.elements;
  [query.value, state.value, sort.value, late.checked] = [filters.query, filters.state, filters.sort, filters.late];
  form.addEventListener("input", () => {
    Object.assign(filters, { query: query.value, state: state.value, sort: sort.value, late: late.checked });
    drawRows();
  });
  form.addEventListener("reset", () => {
    Object.assign(filters, { query: "", state: "", sort: "number", late: false });
    drawRows();
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  at("more").addEventListener("click", () => {
    shownRows += PER_PAGE;
    drawRows();
  });
  drawRows();
}

/* One parcel. */

function drawParcel(p) {
  const events = (EVENTS[p.number] ?? []).map((e) => `<li data-semtag-id="parcel.events.item.${e.id}" data-semtag-role="observable"
    data-semtag-state="event.text"><time>${e.at}</time> ${safe(e.what)}</li>`);
  at("main").innerHTML = `
    <p><a href="#/parcels" data-semtag-id="parcel.back" data-semtag-role="navigation" data-semtag-target="parcels.page">All parcels</a></p>
    <h1 data-semtag-id="parcel.number" data-semtag-role="observable" data-semtag-state="parcel.number">Parcel ${p.number}</h1>
    <p>${badge(p, "parcel")} ${holdButton(p, "parcel")}</p>
    <dl>
      <dt>Recipient</dt><dd data-semtag-id="parcel.recipient" data-semtag-role="observable" data-semtag-state="parcel.recipient">${safe(p.to)}, ${safe(p.street)}</dd>
      <dt>Depot</dt><dd data-semtag-id="parcel.depot" data-semtag-role="observable" data-semtag-state="parcel.depot">${p.depot}</dd>
      <dt>Due</dt><dd data-semtag-id="parcel.due" data-semtag-role="observable" data-semtag-state="parcel.due">${p.due}</dd>
      <dt>Fee</dt><dd data-semtag-id="parcel.fee" data-semtag-role="observable" data-semtag-state="parcel.fee">${money(p.fee)}</dd>
    </dl>
    <h2>What happened so far</h2>
    <ol id="events" data-semtag-id="parcel.events" data-semtag-role="collection">${events.join("") || "<li>Nothing yet.</li>"}</ol>
    <p>
      <button id="report" type="button" data-semtag-id="parcel.report" data-semtag-role="action" data-semtag-action="open-problem"
        data-semtag-controls="problem">Record a problem…</button>
      <button type="button" onclick="print()" data-semtag-id="parcel.print" data-semtag-role="action" data-semtag-action="print-label">Print the label</button>
    </p>`;
  at("report").addEventListener("click", () => openProblem(p));
}

function openProblem(p) {
  const [dialog, form] = [at("problem"), at("problem").querySelector("form")];
  form.reset();
  at("problem-number").textContent = p.number;
  at("problem-error").textContent = "";
  at("problem-cancel").onclick = () => dialog.close();
  form.onsubmit = (event) => {
    const { kind, note } = form.elements;
    if (note.value.trim() === "") {
      event.preventDefault();
      at("problem-error").textContent = "Say in a few words what happened.";
      return;
    }
    EVENTS[p.number] = [...(EVENTS[p.number] ?? []), { id: Date.now(), at: "now", what: `${kind.value}: ${note.value}` }];
    drawParcel(p);
    say("The problem was recorded.");
  };
  dialog.showModal();
}

/* A new parcel. */

const RULES = {
  to: (text) => (text.trim() ? "" : "Who gets it?"),
  email: (text) => (/^\S+@\S+\.\S+$/.test(text) ? "" : "This is no email address."),
  kilos: (text) => (Number(text) > 0 && Number(text) <= 30 ? "" : "From 0.1 to 30 kilograms."),
};

function drawNew() {
  at("main").innerHTML = `
    <h1>New parcel</h1>
    <form class="tall" id="new" novalidate data-semtag-id="new-parcel" data-semtag-role="region">
      ${field({ label: "Recipient", name: "to", hint: "new-parcel" })}
      ${field({ label: "Email of the recipient", name: "email", type: "email", hint: "new-parcel" })}
      ${field({ label: "Weight in kilograms", name: "kilos", type: "number", hint: "new-parcel" })}
      <label>Depot
        <select name="depot" data-semtag-id="new-parcel.depot" data-semtag-role="select" data-semtag-state="new-parcel.depot"
          data-semtag-options="${DEPOTS.join(";")}">${DEPOTS.map((depot) => `<option>${depot}</option>`).join("")}</select>
      </label>
      <label class="switch" data-semtag-id="new-parcel.insured" data-semtag-role="toggle" data-semtag-state="new-parcel.insured"><input name="insured" type="checkbox"><i></i> Insured</label>
      <p>Fee <output id="fee" data-semtag-id="new-parcel.fee" data-semtag-role="observable" data-semtag-state="new-parcel.fee">${money(0)}</output></p>
      <p><button type="submit" data-semtag-id="new-parcel.submit" data-semtag-role="action" data-semtag-action="take-in-parcel"
        data-semtag-target="parcel.page">Take the parcel in</button> <a href="#/parcels" data-semtag-id="new-parcel.cancel" data-semtag-role="navigation" data-semtag-target="parcels.page">Cancel</a></p>
    </form>`;
  const form = at("new");
  const { to, email, kilos, depot, insured } = form.elements;
  const fee = () => (Number(kilos.value) > 0 ? 2.5 + Number(kilos.value) * 0.5 + (insured.checked ? 2 : 0) : 0);
  form.addEventListener("input", () => (at("fee").textContent = money(fee())));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const wrong = Object.entries(RULES).filter(([name, rule]) => {
      at(`${name}-error`).textContent = rule(form.elements[name].value);
      return at(`${name}-error`).textContent;
    });
    if (wrong.length > 0) return;
    const number = `PX-${1200 + PARCELS.length}`;
    PARCELS.push({ number, to: to.value, street: email.value, state: "sorting", depot: depot.value, due: "9 May", late: false, kilos: Number(kilos.value), fee: fee() });
    say(`Parcel ${number} was taken in.`);
    location.hash = `#/parcels/${number}`;
  });
}

/* What holds it together. */

function say(text) {
  at("toast").textContent = text;
}

function draw() {
  const [, screen, number] = location.hash.split("/");
  at("drawer").hidden = true;
  at("menu").setAttribute("aria-expanded", "false");
  if (screen === "new") return drawNew();
  const p = number && parcel(number);
  return p ? drawParcel(p) : drawList();
}

document.addEventListener("click", ({ target }) => {
  const { hold, release } = target.dataset;
  const p = parcel(hold ?? release);
  if (!p) return;
  p.state = hold ? "held" : "sorting";
  say(`${p.number} is ${hold ? "held" : "released"}.`);
  draw();
});
at("menu").addEventListener("click", () => {
  at("drawer").hidden = !at("drawer").hidden;
  at("menu").setAttribute("aria-expanded", String(!at("drawer").hidden));
});
window.addEventListener("hashchange", draw);
draw();
