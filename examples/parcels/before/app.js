// The parcel desk: a list with filters, one parcel, a form for a new one. No build step and no library.
const at = (id) => document.getElementById(id);
const safe = (text) => String(text).replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
const money = (euros) => `€ ${euros.toFixed(2)}`;
const parcel = (number) => PARCELS.find((p) => p.number === number);
const filters = { query: "", state: "", late: false, sort: "number" };
const PER_PAGE = 10;
let shownRows = PER_PAGE;

/* Parts that several screens use. */

const badge = (p) => `<span class="badge${p.late ? " late" : ""}">${STATES[p.state]}</span>`;

const holdButton = (p) =>
  p.state === "held"
    ? `<button data-release="${p.number}">Release</button>`
    : `<button data-hold="${p.number}"${p.state === "delivered" ? " disabled" : ""}>Hold</button>`;

function field({ label, name, type = "text" }) {
  return `
    <label>${label}
      <input name="${name}" type="${type}" aria-describedby="${name}-error">
    </label>
    <p class="error" id="${name}-error" role="alert"></p>`;
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

const row = (p) => `
  <tr>
    <td><a href="#/parcels/${p.number}">${p.number}</a></td>
    <td>${safe(p.to)}</td>
    <td>${badge(p)}</td>
    <td>${p.due}</td>
    <td>${p.kilos} kg</td>
    <td>${holdButton(p)}</td>
  </tr>`;

const card = (p) => `
  <li>
    <a href="#/parcels/${p.number}">${p.number}</a> ${safe(p.to)}<br>
    ${badge(p)} due ${p.due}
    ${holdButton(p)}
  </li>`;

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
  at("main").innerHTML = `
    <h1>Parcels</h1>
    <form id="filters" role="search">
      <label>Search <input name="query" type="search" placeholder="Number or name"></label>
      <label>Status <select name="state"><option value="">All</option>${states.join("")}</select></label>
      <label>Sort by
        <select name="sort">
          <option value="number">Number</option>
          <option value="kilos">Weight</option>
        </select>
      </label>
      <label class="switch"><input name="late" type="checkbox"><i></i> Only overdue</label>
      <button type="reset">Clear</button>
    </form>
    <p id="count" aria-live="polite"></p>
    <table class="wide" aria-label="Parcels">
      <thead><tr><th>Number</th><th>Recipient</th><th>Status</th><th>Due</th><th>Weight</th><th></th></tr></thead>
      <tbody id="rows"></tbody>
    </table>
    <ul class="narrow cards" id="cards" aria-label="Parcels"></ul>
    <p id="none"></p>
    <button id="more" type="button">Show more</button>`;
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
  const events = (EVENTS[p.number] ?? []).map((e) => `<li><time>${e.at}</time> ${safe(e.what)}</li>`);
  at("main").innerHTML = `
    <p><a href="#/parcels">All parcels</a></p>
    <h1>Parcel ${p.number}</h1>
    <p>${badge(p)} ${holdButton(p)}</p>
    <dl>
      <dt>Recipient</dt><dd>${safe(p.to)}, ${safe(p.street)}</dd>
      <dt>Depot</dt><dd>${p.depot}</dd>
      <dt>Due</dt><dd>${p.due}</dd>
      <dt>Fee</dt><dd>${money(p.fee)}</dd>
    </dl>
    <h2>What happened so far</h2>
    <ol id="events">${events.join("") || "<li>Nothing yet.</li>"}</ol>
    <p>
      <button id="report" type="button">Record a problem…</button>
      <button type="button" onclick="print()">Print the label</button>
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
    <form class="tall" id="new" novalidate>
      ${field({ label: "Recipient", name: "to" })}
      ${field({ label: "Email of the recipient", name: "email", type: "email" })}
      ${field({ label: "Weight in kilograms", name: "kilos", type: "number" })}
      <label>Depot
        <select name="depot">${DEPOTS.map((depot) => `<option>${depot}</option>`).join("")}</select>
      </label>
      <label class="switch"><input name="insured" type="checkbox"><i></i> Insured</label>
      <p>Fee <output id="fee">${money(0)}</output></p>
      <p><button type="submit">Take the parcel in</button> <a href="#/parcels">Cancel</a></p>
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
