//! What each language writes in its own way: spreads, directives, templates, loops and branches, comments and strings.

use semantic_core::hints::lint::{Language, source};

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
