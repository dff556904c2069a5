//! What each language writes in its own way: spreads, directives, templates, loops and branches, comments and strings.

use semantic_core::hints::lint::{Language, across, source};

use super::told;

fn none(language: Language, text: &str) {
    assert_eq!(told(text, language), [""; 0], "{}: {text}", language.as_str());
}

#[test]
fn spreads_of_objects_are_read_and_others_are_not_guessed() {
    let tell = |text| told(text, Language::Tsx);
    assert_eq!(tell("<b {...{'data-semtag-id': 'a.b'}} />"), ["missing-role:b"]);
    assert_eq!(tell("<b {...{'data-semtag-role': 'acton', ...rest}} />"), ["unknown-role:acton"]);
    none(Language::Tsx, "<b {...props} data-semtag-id='a.b' />");
    none(Language::Tsx, "<b {...semtag('a.b', 'action')} />");
    none(
        Language::Tsx,
        "<i {...semtag('x')}/>; <b data-semtag-id='a.b' data-semtag-role='action' data-semtag-controls='c.d'/>",
    );
    assert_eq!(
        tell("<b {...(ok && {'data-semtag-acton': 'x'})} />"),
        ["unknown-attribute:data-semtag-acton"]
    );
    assert_eq!(
        tell("h('b', {'data-semtag-role': 'acton', onClick: () => ({a: 1})})"),
        ["unknown-role:acton"]
    );
}

#[test]
fn a_component_may_give_what_its_tag_does_not() {
    for (language, text) in [
        (Language::Tsx, "<Button data-semtag-id='a.b' />"),
        (Language::Tsx, "<ui.Select data-semtag-id='a.b' data-semtag-role='select' />"),
        (Language::Vue, "<template><my-button data-semtag-id='a.b' /></template>"),
        (Language::Php, "<x-button data-semtag-id='a.b' />"),
    ] {
        none(language, text);
    }
    assert_eq!(
        told("<Button data-semtag-id='a.b' data-semtag-role='buton' />", Language::Tsx),
        ["unknown-role:buton"]
    );
}

#[test]
fn values_that_are_not_known_are_not_judged() {
    for value in ["{role}", "{a ? 'buton' : 'x'}", "{`${role}`}", "{ROLES.button}", "{role as 'buton'}"] {
        none(Language::Tsx, &format!("<b data-semtag-id='a.b' data-semtag-role={value} />"));
    }
    for value in [":data-semtag-role='role'", "v-bind:data-semtag-role=\"ok ? 'x' : 'y'\"", "v-bind='hints'"]
    {
        none(Language::Vue, &format!("<template><b data-semtag-id='a.b' {value} /></template>"));
    }
    none(Language::Svelte, "<b data-semtag-id='a.b' data-semtag-role='{kind}'></b>");
    none(Language::Php, "<b data-semtag-id='a.b' data-semtag-role='<?= $role ?>'></b>");
    none(Language::Php, "<b data-semtag-id='a.b' <?php echo $hints ?>></b>");
    none(Language::Erb, "<b data-semtag-id='a.b' data-semtag-role='<%= role(\"x\") %>'></b>");
    none(Language::Html, "<b data-semtag-id='a.b' data-semtag-role='{{ role }}'></b>");
}

#[test]
fn a_known_beginning_is_enough_where_it_decides() {
    assert_eq!(
        told(
            "<a data-semtag-id='a.b' data-semtag-role='navigation' data-semtag-target={`/p/${id}`}/>",
            Language::Jsx
        ),
        ["url-as-target:/p/${id}"]
    );
    assert_eq!(
        told("<b data-semtag-id={`a.mui-42.${x}`} data-semtag-role='action'/>", Language::Jsx),
        ["framework-id:a.mui-42.${x}"]
    );
    assert_eq!(
        told("<b data-semtag-id={'a.' + useId()} data-semtag-role='action'/>", Language::Jsx).len(),
        1
    );
}

#[test]
fn comments_strings_and_expressions_are_stepped_over() {
    let bad = "<b data-semtag-role='x'>";
    for text in [
        format!("// {bad}\nconst a = 1;"),
        format!("/* {bad} */"),
        format!("const a = \"{bad}\";"),
        format!("const a = /{bad}/g.test(b);"),
        format!("if (a <b && c> d) {{}} // {bad}"),
        format!("return <p>{{/* {bad} */}}</p>;"),
    ] {
        none(Language::Jsx, &text);
    }
    none(Language::Html, &format!("<!-- {bad} --><style>/* {bad} */</style><textarea>{bad}</textarea>"));
    none(Language::Php, &format!("<?php $a = \"{bad}\"; ?>"));
    none(Language::Erb, &format!("<%# {bad} %>"));
    none(
        Language::Vue,
        &format!("<template><p>{{{{ \"{bad}\" }}}}</p></template><script>const a = \"{bad}\"</script>"),
    );
    assert_eq!(told("const re = /[/`]/; const v = <b data-semtag-role='x'/>", Language::Jsx).len(), 2);
    assert_eq!(
        told("const v = a / b; const w = <b data-semtag-id='a.b'/>", Language::Jsx),
        ["missing-role:b"]
    );
}

#[test]
fn directives_and_bound_attributes_of_vue() {
    let tell = |inside: &str| told(&format!("<template>{inside}</template>"), Language::Vue);
    assert_eq!(tell("<b :data-semtag-id=\"'a.b'\" />"), ["missing-role:b"]);
    assert_eq!(tell("<b v-bind:data-semtag-rol=\"x\" data-semtag-id='a.b' />").len(), 2);
    assert_eq!(
        tell("<b v-bind=\"{ 'data-semtag-id': 'a.b', 'data-semtag-role': 'acton' }\" />"),
        ["unknown-role:acton"]
    );
    let hints = "data-semtag-id='a.b' data-semtag-role='action'";
    assert_eq!(tell(&format!("<b v-if='x' {hints}/><b v-else {hints}/>")), [""; 0].map(str::to_owned));
    assert_eq!(tell(&format!("<b {hints}/><b v-if='x' {hints}/>")), ["duplicate-id:a.b"]);
    assert_eq!(tell(&format!("<b v-for='x in y' {hints}/>")), ["duplicate-id:a.b"]);
}

#[test]
fn branches_that_are_never_shown_together_may_share_an_id() {
    let b = "<b data-semtag-id='a.b' data-semtag-role='action'></b>";
    none(Language::Jsx, &format!("x ? {b} : {b}"));
    none(Language::Jsx, &format!("<p>{{x ? {b} : {b}}}</p>"));
    none(Language::Jsx, &format!("<p>{{x && {b}}}{{!x && {b}}}</p>"));
    none(Language::Svelte, &format!("{{#if x}}{b}{{:else}}{b}{{/if}}"));
    none(Language::Php, &format!("<?php if ($x): ?>{b}<?php else: ?>{b}<?php endif; ?>"));
    none(Language::Erb, &format!("<% if x %>{b}<% else %>{b}<% end %>"));
    none(Language::Html, &format!("{{% if x %}}{b}{{% else %}}{b}{{% endif %}}"));
    none(Language::Html, &format!("{{{{#if x}}}}{b}{{{{else}}}}{b}{{{{/if}}}}"));
    none(Language::Erb, &format!("<% if x %><%= f do |g| %>{b}<% end %><% else %>{b}<% end %>"));
    let two = |language, text: String| assert_eq!(told(&text, language), ["duplicate-id:a.b"], "{text}");
    two(Language::Jsx, format!("<p>{b}{{x && {b}}}</p>"));
    two(Language::Jsx, format!("<ul>{{items.map((x) => {b})}}</ul>"));
    two(Language::Svelte, format!("{{#each xs as x}}{b}{{/each}}"));
    two(Language::Svelte, format!("{b}{{#if x}}{b}{{/if}}"));
    two(Language::Php, format!("<?php foreach ($xs as $x): ?>{b}<?php endforeach; ?>"));
    two(Language::Erb, format!("<% xs.each do |x| %>{b}<% end %>"));
    two(Language::Js, format!("const t = `{b}{b}`"));
    let row = |id: &str| format!("<b data-semtag-id={{`a.item.${{x.id}}{id}`}} data-semtag-role='action'/>");
    let tell = told(&format!("xs.map((x) => <p>{}{}</p>)", row(""), row("")), Language::Jsx);
    assert!(tell.iter().any(|told| told.starts_with("duplicate-id")), "{tell:?}");
    let tell = told(&format!("xs.map((x) => <p>{}{}</p>)", row(""), row(".c")), Language::Jsx);
    assert!(tell.iter().all(|told| !told.starts_with("duplicate-id")), "{tell:?}");
}

#[test]
fn hints_made_by_code_keep_other_files_from_being_judged() {
    let control = "<b data-semtag-id='a.b' data-semtag-role='action' data-semtag-controls='c.d'/>";
    assert_eq!(told(control, Language::Jsx), ["controls-nothing:c.d"]);
    for code in [
        "el.setAttribute(`data-semtag-${key}`, value)",
        "<i data-semtag-id={id} data-semtag-role='region'/>",
        "<i data-semtag-id={`c.${x}`} data-semtag-role='region'/>",
    ] {
        none(Language::Jsx, &format!("const v = {control};\nconst w = {code}"));
    }
}

#[test]
fn template_languages_in_html_and_php() {
    let b = "<b data-semtag-id='a.b' data-semtag-role='action'></b>";
    none(
        Language::Php,
        "<b data-semtag-id='a.item.{{ $x->id }}.{!! $y !!}' data-semtag-role='{{ $role }}'></b><i data-semtag-id='a' data-semtag-role='collection'></i>",
    );
    none(Language::Php, &format!("@if ($x) {b} @else {b} @endif"));
    none(Language::Html, &format!("@if (x) {{ {b} }} @else {{ {b} }}"));
    none(Language::Ts, &format!("const t = `@if (x) {{ {b} }} @else {{ {b} }}`"));
    none(Language::Ts, "const t = `<b [attr.data-semtag-id]=\"id\" data-semtag-role='{{ role }}'>`");
    assert_eq!(told(&format!("@foreach ($xs as $x) {b} @endforeach"), Language::Php), ["duplicate-id:a.b"]);
    assert_eq!(told(&format!("<p>me@if.test {b}{b}</p>"), Language::Html), ["duplicate-id:a.b"]);
    assert_eq!(told("const t = `<b [attr.data-semtag-id]=\"'a.b'\">`", Language::Ts), ["missing-role:b"]);
}

#[test]
fn a_block_of_angular_ends_at_its_brace() {
    let b = "<b data-semtag-id='a.b' data-semtag-role='action'></b>";
    let two = |text: String| {
        for text in [text.clone(), format!("<p>{text}</p>")] {
            assert_eq!(told(&text, Language::Html), ["duplicate-id:a.b"], "{text}");
        }
        assert_eq!(told(&format!("const t = `{text}`;"), Language::Ts), ["duplicate-id:a.b"], "{text}");
    };
    let one = |text: String| {
        none(Language::Html, &text);
        none(Language::Ts, &format!("const t = `{text}`;"));
    };
    two(format!("@if (x) {{ <i></i> }} {b}{b}"));
    two(format!(
        "@if (a({{b: 1}}) && c === ')') {{ {{{{ d }}}} }} @else if (y) {{ <i></i> }} @else {{ }} {b}{b}"
    ));
    two(format!("@for (x of xs; track x.id) {{ {b} }} @empty {{ <i></i> }}"));
    two(format!("@if (x) {{ {b}{b} }}"));
    two(format!("{b} @defer (on timer(5s)) {{ {b} }}"));
    two(format!("@if (x) {{ {{n, plural, =1 {{one}} other {{many}}}} {b} }} @if (x) {{ <i></i> }} {b} @if (y) {{ {b} }}").replace(
        &format!("@if (x) {{ {{n, plural, =1 {{one}} other {{many}}}} {b} }}"),
        "@if (x) { {n, plural, =1 {one} other {many}} }",
    ));
    one(format!("@switch (x) {{ @case (1) {{ {b} }} @case (2) {{ {b} }} @default {{ {b} }} }}"));
    one(format!("@defer {{ {b} }} @placeholder (minimum 1s) {{ {b} }} @loading {{ {b} }} @error {{ {b} }}"));
    one(format!("@for (x of xs; track x) {{ <i></i> }} @empty {{ {b} }}"));
    one(format!("@if (x) {{ {{n, plural, =1 {{one}} other {{many}}}} {b} }} @else {{ {b} }}"));
    // An address, and a brace of nobody.
    two(format!("<p>me@if.test }} {{ @if it rains {b}{b}</p>"));
}

#[test]
fn lists_and_texts_of_server_code() {
    let tell = |text: &str, language| told(text, language);
    for (code, found) in [
        ("tag.div data: { semtag_id: 'a.b', semtag_role: 'acton' }", "unknown-role:acton"),
        ("link_to 'A', b_path, data: { semtag_id: 'a.b', semtag_rol: 'x' }", "unknown-attribute:semtag_rol"),
        ("content_tag :p, x, 'data-semtag-id' => 'a.b', 'data-semtag-role' => 'acton'", "unknown-role:acton"),
        ("tag.a data: { semtag_id: 'a.b', semtag_target: \"/b/#{b.id}\" }", "url-as-target:/b/#{b.id}"),
    ] {
        assert_eq!(tell(&format!("<p><%= {code} %></p>"), Language::Erb), [found], "{code}");
    }
    let div = "<%= tag.div data: { semtag_id: 'a.b', semtag_role: 'action' } do %>x<% end %>";
    assert_eq!(tell(&format!("{div}{div}"), Language::Erb), ["duplicate-id:a.b"]);
    none(Language::Erb, &format!("<% if x %>{div}<% else %>{div}<% end %>"));
    assert_eq!(tell(&format!("<% xs.each do |x| %>{div}<% end %>"), Language::Erb), ["duplicate-id:a.b"]);
    none(Language::Erb, "<%= f data: { semtag_id: id, semtag_role: role(x), semtag_action: 'a' + b } %>");
    let item = "<%= tag.li data: { semtag_id: \"a.item.#{x.id}\", semtag_role: 'action' } %>";
    let list = "<ul data-semtag-id='a' data-semtag-role='collection'>";
    none(Language::Erb, &format!("{list}<% xs.each do |x| %>{item}<% end %></ul>"));

    let list = "<?= Html::a('x', ['data-semtag-id' => 'a.b', 'data-semtag-role' => 'acton']) ?>";
    assert_eq!(tell(list, Language::Php), ["unknown-role:acton"]);
    let b = "<b data-semtag-id='a.b' data-semtag-role='acton'>{$x}</b>";
    for text in [
        format!("<?php\nfunction f($x) {{\n  return <<<HTML\n    {b}\n    HTML;\n}}"),
        format!("<p><?php echo <<<'A'\n{b}\nA; ?></p>"),
    ] {
        assert_eq!(tell(&text, Language::Php), ["unknown-role:acton"], "{text}");
    }
    let row = "<li data-semtag-id=\"a.item.{$x->id}.$y\" data-semtag-role='$role'>$x->name</li>";
    none(
        Language::Php,
        &format!("<?php\n$list = 'data-semtag-role=\"collection\"';\nreturn <<<HTML\n{row}\nHTML;"),
    );
    let twice = row.replace("$role", "acton").repeat(2);
    let found = tell(&format!("<?php\nreturn <<<HTML\n{twice}\nHTML;"), Language::Php);
    let rules: Vec<_> = found.iter().filter_map(|told| told.split(':').next()).collect();
    assert_eq!(rules, ["unknown-role", "duplicate-id", "unknown-role"]);
}

#[test]
fn what_is_stepped_over_is_said() {
    let unread = |language, text: &str| -> Vec<String> {
        let found = source(text, language).unread;
        found.iter().map(|u| format!("{}: {}", &text[u.at.clone()], u.why)).collect()
    };
    let text = "hints in a text or list of code";
    for (language, code, told) in [
        (Language::Js, "el.innerHTML = '<b data-semtag-id=\"a.b\">';", format!("data-semtag-id: {text}")),
        (Language::Ts, "const s = \"<b data-semtag-role='x'>\";", format!("data-semtag-role: {text}")),
        (Language::Jsx, "<b {...semtag('a.b')} />", "semtag('a.b'): attributes that code makes".to_owned()),
        (Language::Tsx, "el.dataset.semtagId = id;", "semtagId: data set by code".to_owned()),
        (
            Language::Js,
            "el.setAttribute(`data-semtag-${k}`, v)",
            "data-semtag-: a name that code makes".to_owned(),
        ),
        (
            Language::Js,
            "el.setAttribute('data-semtag-' + k, v)",
            "data-semtag-: a name that code makes".to_owned(),
        ),
        (
            Language::Vue,
            "<template><b v-bind='semtag' /></template>",
            "semtag: attributes that code makes".to_owned(),
        ),
        (Language::Php, "<?php echo '<b data-semtag-id=\"a.b\">'; ?>", format!("data-semtag-id: {text}")),
        (
            Language::Php,
            "<b <?= $x ? 'data-semtag-id=\"a.b\"' : '' ?>></b>",
            format!("data-semtag-id: {text}"),
        ),
        (
            Language::Erb,
            "<b <%= tag.attributes data: { semtag_id: x } %>></b>",
            "semtag_id: hints in a list of code".to_owned(),
        ),
        (
            Language::Html,
            "<iframe srcdoc='<b data-semtag-id=a.b>'></iframe>",
            format!("data-semtag-id: {text}"),
        ),
    ] {
        assert_eq!(unread(language, code), [told], "{}: {code}", language.as_str());
    }
    for (language, code) in [
        (
            Language::Js,
            "// '<b data-semtag-id=x>'\n/* data-semtag-id=x */ const a = `<b data-semtag-id='a.b'>`;",
        ),
        (
            Language::Js,
            "document.querySelector('[data-semtag-id=\"x\"]'); el.getAttribute('data-semtag-id') === x",
        ),
        (
            Language::Ts,
            "const KEY = 'data-semtag-id'; if (KEY === 'data-semtag-id') h('b', { 'data-semtag-id': id })",
        ),
        (
            Language::Html,
            "<!-- <b data-semtag-id=x> --><style>[data-semtag-id=x] {}</style><b data-semtag-id='a.b'></b>",
        ),
        (
            Language::Php,
            "<?php // 'data-semtag-id' => 1\n# 'data-semtag-id' => 1\n ?><b data-semtag-id='a.b'></b>",
        ),
        (
            Language::Erb,
            "<%# data-semtag-id=x\n data-semtag-id=y %><% # semtag_id: x %><b data-semtag-id='a.b'></b>",
        ),
        (Language::Jsx, "<b {...props} data-semtag-id={id} />; f({ 'data-semtag-id': id, ...rest })"),
        (Language::Svelte, "<b data-semtag-id='a.{id}' {...$$restProps}></b>"),
    ] {
        assert_eq!(unread(language, code), [""; 0], "{}: {code}", language.as_str());
    }
}

#[test]
fn what_is_not_judged_because_of_code_is_counted() {
    let control = "<b data-semtag-id='a.b' data-semtag-role='action' data-semtag-controls='c.d' data-semtag-state='e.f'/>";
    let mut files = [
        source(&format!("const v = {control}"), Language::Jsx),
        source("el.setAttribute(`data-semtag-${key}`, value)", Language::Js),
    ];
    let told: Vec<_> = across(&mut files).iter().map(|u| (u.rule.id, u.places, u.file)).collect();
    assert_eq!(told, [("controls-nothing", 1, 1), ("state-never-shown", 1, 1)]);
    assert_eq!(across(&mut files[..1]), []);
}

#[test]
fn types_are_no_tags() {
    let b = "const v = <b data-semtag-id='a.b' />;";
    for code in [
        "type F = <T>(a: T) => void;",
        "const f = <T,>(a: T) => a;",
        "const f = <T extends {}>(a: T) => a;",
        "const [a] = useState<Map<string, number>>(new Map<string, number>());",
        "class A extends B<C> {}",
    ] {
        assert_eq!(told(&format!("{code}\n{b}"), Language::Tsx), ["missing-role:b"], "{code}");
    }
}

#[test]
fn set_attribute_with_written_names() {
    assert_eq!(told("el.setAttribute('data-semtag-role', 'acton')", Language::Ts), ["unknown-role:acton"]);
    assert_eq!(
        told("el.setAttribute('data-semtag-rol', 'x')", Language::Ts),
        ["unknown-attribute:data-semtag-rol"]
    );
    none(Language::Ts, "document.querySelector('[data-semtag-role=\"x\"]'); f('data-semtag-foo', 1)");
}

#[test]
fn pages_of_ours_are_clean() {
    for name in ["form", "list", "login", "shop"] {
        let text = super::read(&super::root().join(format!("fixtures/hints/{name}.html")));
        let found = source(&text, Language::Html).findings;
        // The form has one element without a role on purpose: it shows what `other` is.
        let rules: Vec<_> = found.iter().map(|f| f.rule.id).collect();
        assert_eq!(rules, if name == "form" { vec!["missing-role"] } else { vec![] }, "{name}: {found:?}");
    }
}
