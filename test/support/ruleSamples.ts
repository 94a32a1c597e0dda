// Rules for the tests of the translation: each kind of path, operator and value.

import { atRequest } from '../../ui/model/filter/ruleWords';

const body = atRequest.data;
const signedIn = '@request.auth.id != ""';

/** Rules with a known trap each. */
export const tricky = [
  'author = @request.auth.id',
  'editors = @request.auth.id',
  'editors.id = @request.auth.id',
  'editors.id ?= @request.auth.id',
  '@request.auth.teams.name ?= "open" && @request.auth.teams.level ?> 1',
  '@request.auth.teams.level > 1',
  '@request.auth.teams.level = team.level',
  '@request.auth.teams.lead.level != total',
  '@request.auth.teams.lead.level = @request.auth.level',
  'team.lead.level >= @request.auth.level',
  'editors.level > @request.auth.level',
  'editors.level != @request.auth.teams.level',
  'editors.team.name = @request.auth.team.name',
  '@collection.teams.lead = @request.auth.id',
  '@collection.teams.members.id ?= @request.auth.id && @collection.teams.id ?= team',
  '@request.auth.team:isset = true',
  '@request.auth.nope = ""',
  'author.email ~ "a"',
  'title ~ @request.auth.name',
  '@request.auth.name ~ title',
  'title = @request.auth.level',
  'total = @request.auth.name',
  'meta.a = @request.auth.prefs.a',
  'total = @request.query.total',
  'title = @request.query.q && @request.headers.x_key = "k"',
  'total != @request.query.q:isset',
  'paid = @request.query.none:isset',
  '@request.method = "GET" && @request.context = "default"',
  'labels:each = @request.auth.role',
  'labels:length = @request.auth.teams:length',
  '@request.auth.teams:each ?= team',
  '@request.auth.posts_via_author.total > 2',
  '@request.auth.posts_via_author.total ?= total',
  'team.posts_via_team.author.id ?= @request.auth.id',
  'due > @now || author = @request.auth.id && kind = @request.auth.role',
  'paid = (total > @request.auth.level)',
  '@request.auth.collectionName = "staff" || title !~ @request.auth.name',
  `${body}.title:isset = false && @request.auth.id != ""`,
  '@request.auth.created < created // a comment (',
  '@request.auth.teams.lead.verified = false',
  '@request.auth.teams.lead.name = title',
  '@request.auth.teams.name <= @request.auth.teams.level',
  '@request.auth.teams.lead.prefs.a != total',
  '@request.auth.teams:length < editors.name',
  'editors.name >= @request.auth.prefs.a',
  '@request.auth.teams:each != total',
  '@year ~ kind || @request.auth.teams.level < @year',
];

/** Rules for guests, who have no fields. */
export const guestRules = [
  '@request.auth.role != "banned"',
  '"banned" ?!= @request.auth.role',
  '@request.auth.role = ""',
  '@request.auth.role = null',
  '@request.auth.level != 3',
  '@request.auth.team.lead != "x"',
  '@request.auth.role = @request.auth.team',
  '@request.auth.role:isset != true',
  '@request.auth.collectionName != "staff"',
  'title = "nobody" || @request.auth.role != "banned"',
  'id != ""',
  '@request.auth.id != ""',
  '@request.auth.id != null',
  '@request.auth.role = "admin"',
  '@request.auth.verified = false',
  '@request.auth.role !~ "banned"',
  '@request.auth.role ~ ""',
  '@request.auth.level < 3',
  'author = @request.auth.id',
  '@request.auth.id != "" && author = @request.auth.id',
  'author.email ~ "example" || title = "Two"',
  'editors.id ?= @request.auth.id',
  'editors.email ~ "example"',
  '@collection.users.email ?~ "bob" // a comment (',
  'author.posts_via_author.title ?= "One"',
];

/** Rules that read the body of an update. */
export const bodyRules = [
  `${body}.title = "open"`,
  `${body}.title:isset = true`,
  `${body}.title = title || ${body}.nope:isset = true`,
  `${body}.total > total`,
  `${body}.paid = true && author = @request.auth.id`,
  `${body}.paid ~ "true"`,
  `${body}.team.name = "open"`,
  `${body}.team.level > @request.auth.level`,
  `${body}.team.lead.id = @request.auth.id`,
  `${body}.editors.id ?= @request.auth.id`,
  `${body}.editors.name = ""`,
  `${body}.editors:length = 2`,
  `${body}.labels:length > editors:length`,
  `${body}.labels ~ "open"`,
  `${body}.meta.b.c = "<x>"`,
  `${body}.meta ~ "2.5"`,
  `${body}.title ~ @request.auth.role`,
  `${body}.author:isset = false && author = @request.auth.id`,
  `@request.auth.role = ${body}.title || @request.auth.level = ${body}.total`,
  `@request.method = "PATCH" && ${body}.team = team`,
  `${body}.labels:each = "open"`,
  `${body}.labels:each ?= "open" && ${body}.labels:each ?!= "5"`,
  `${body}.labels:each ?= "open" && ${body}.labels:each ?= "5"`,
  `${body}.labels:each != kind && ${body}.labels:each ~ "e"`,
  `title ~ ${body}.labels:each`,
  `${body}.labels:each ?= total || ${body}.labels:each != total`,
  `${body}.editors:each ?= author || ${body}.editors:each = @request.auth.id`,
  `${body}.labels:each != editors.name`,
  `${body}.labels:each > @request.auth.teams.level`,
];

/** Rules that read the new record. */
export const createRules = [
  'author = @request.auth.id',
  'author = @request.auth.id && title != ""',
  'title = "open"',
  'title = ""',
  'title ~ "pe"',
  'title != @request.auth.name',
  'title = @request.auth.role',
  'title ~ @request.auth.name',
  '@request.auth.name ~ title',
  'total > 1',
  'total = @request.auth.level',
  'total <= @request.auth.team.level',
  'total >= @request.auth.teams.level',
  'paid = true',
  'paid != @request.auth.verified',
  'kind = @request.auth.role || author = ""',
  'labels ~ @request.auth.role',
  'labels:length > 0',
  'editors:length >= @request.auth.teams:length',
  'editors ~ @request.auth.id',
  'editors.id ?= @request.auth.id',
  'editors.level >= 0',
  'editors.level != 5',
  'editors.level = ""',
  'editors.level > @request.auth.level',
  'editors.level != @request.auth.teams.level',
  'editors.team.name ?= @request.auth.team.name',
  'author.team.name = "open"',
  'author.teams.level ?> 1 && author.teams.name ?= "Ada"',
  'team.lead.level >= @request.auth.level',
  'team.members.id ?= @request.auth.id',
  'team.open = true && team.level > 0',
  'team.lead.name != title',
  'due < @now',
  'due = ""',
  `${body}.author = author`,
  '@collection.teams.id ?= team && @collection.teams.lead ?= author',
  'created > "2020-01-01" || title = "open"',
  'meta = "a" || title = "open"',
  'team.posts_via_team.total > 2 || title = "open"',
  'title > @year',
  'title > 5',
  'title = 5 || title < 1',
  'title = true || title >= @request.auth.verified',
  'title = @request.auth.level',
  'title > @request.auth.level',
  'title != @request.auth.teams.level',
  'title ~ total',
  'total > "3"',
  'total = "5" || total < "0"',
  'total ~ "5" || total !~ "2"',
  'paid ~ "1"',
  'total != @request.auth.name',
  'total = @request.auth.name || total < @request.auth.name',
  'total > title || total = title',
  'total != title',
  'total >= kind',
  'id != "" && id != @request.auth.id',
  'id = author || id ?= editors.id',
  'labels:each = "open"',
  'labels:each ?= "open" && labels:each ?!= "5"',
  'labels:each ?= @request.auth.role',
  'labels:each != @request.auth.role',
  'labels:each ~ "o" || title ~ labels:each',
  'labels:each = ""',
  `labels:each ?= ${body}.labels:each && labels:each != kind`,
  'editors:each ?= @request.auth.id || editors:each = author',
  'labels:each > title || labels:each > 5',
  'meta = "" || meta.a = 5',
  'meta != "" && meta.a != @request.auth.id',
  'meta = null',
  'meta !~ "a" || meta > 1',
  'created > @request.auth.created && updated < "2099-01-01"',
  'created = "" || created > team.created',
];

/** Rules of accounts. */
export const accountRules = [
  'id = @request.auth.id',
  'email ~ "a"',
  'email = @request.auth.email',
  `emailVisibility = true && ${signedIn}`,
  'emailVisibility = @request.auth.emailVisibility',
  'verified = false || team = @request.auth.team',
  'team.members.id ?= @request.auth.id',
  'teams_via_members.name ?= "open"',
  'posts_via_author.total > @request.auth.level',
  'username ~ @request.auth.username',
];

/** Rules of a view. */
export const sumRules = [
  'author = @request.auth.id',
  'author.email ~ "a"',
  'teamName = @request.auth.team.name',
  'teamName = "" && level != 5',
  'level = @request.auth.level',
  'level >= @request.auth.team.level',
  'total > level || team = ""',
  'labels ~ @request.auth.role',
];

/** Rules for a new account. */
export const signUpRules = [
  'emailVisibility = true',
  'emailVisibility = @request.auth.emailVisibility',
  'emailVisibility ~ "true"',
  `${body}.emailVisibility = true`,
  `${body}.emailVisibility = "true"`,
  'email = ""',
  `${body}.email = email`,
  'email != @request.auth.email',
  'username != @request.auth.username',
  'verified != @request.auth.verified',
  'role = "" || role = @request.auth.role',
  'level > @request.auth.level',
  'team = @request.auth.team',
  `${body}.role:isset = false`,
  `${body}.password = ${body}.passwordConfirm`,
  `${signedIn} && id != @request.auth.id`,
];

const postPaths =
  `id title total paid due kind labels labels:each labels:length meta meta.a author author.name author.level
author.role author.team.name author.teams.level editors editors.id editors.name editors.level editors.team.level team
team.name team.level team.open team.lead.level team.members.id team.posts_via_team.total`.split(/\s+/);
const personal =
  `id username email verified emailVisibility collectionName name level role team teams prefs prefs.a
team.name team.level teams.id teams.name teams.level teams.open teams.lead.level teams.lead.name teams:length teams:each
posts_via_author.total teams_via_members.level nope nope.x name:isset`
    .split(/\s+/)
    .map((path) => `@request.auth.${path}`);
const others = `@collection.teams.name @collection.teams.level @collection.teams.lead @collection.users.level
@collection.users.teams.name @request.query.q @request.query.total @request.query.none @request.query.q:isset
@request.headers.x_key @request.method ${body}.title ${body}.title:isset`.split(/\s+/);
const literals =
  `"" "open" "5" "Ada" "a" "%a_" 0 1 5 -2.5 true false null @now @year "2024-01-01 00:00:00.000Z"`.split(
    /\s(?=["\d\-tfn@])/,
  );
const operators = ['=', '!=', '~', '!~', '<', '<=', '>', '>='].flatMap((one) => [one, `?${one}`]);

/** Paths of an account, and of a row of the view. */
export const accountPaths = `id username email verified emailVisibility created name level role team team.name
team.level team.lead.email teams teams.name teams.level teams:each teams:length prefs prefs.a posts_via_author.title
posts_via_author.total teams_via_members.name teams_via_lead.level`.split(/\s+/);
export const sumPaths = `id title total paid labels labels:each labels:length author author.name author.email
author.level author.team.name team team.level team.members.id teamName level`.split(/\s+/);

/** Returns random rules over paths of the record; the same seed gives the same rules. */
export function randomRules(seed: number, count: number, own: readonly string[] = postPaths): string[] {
  const random = randomFrom(seed);
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const operand = () => pick([own, own, personal, personal, others, literals].map((pool) => pick(pool)));
  const condition = () => `${operand()} ${pick(operators)} ${operand()}`;
  const randomRule = () => {
    const count = pick([1, 1, 2, 2, 3]);
    let rule = condition();
    for (let at = 1; at < count; at += 1)
      rule = `${rule} ${pick(['&&', '||'])} ${pick(['', '('])}${condition()}`;
    const open = rule.split(' (').length - 1;
    return rule + ')'.repeat(open);
  };
  return Array.from({ length: count }, randomRule);
}

/** Rules as people write them: public parts, the owner, a relation, a role. */
const everydayParts = [
  signedIn,
  '@request.auth.verified = true',
  'author = @request.auth.id',
  'author.id = @request.auth.id',
  'editors ~ @request.auth.id',
  'editors.id ?= @request.auth.id',
  'author.team = @request.auth.team',
  'team = @request.auth.team',
  'team.lead = @request.auth.id',
  'team.members.id ?= @request.auth.id',
  '@request.auth.teams.id ?= team',
  '@request.auth.teams ~ team',
  '@request.auth.teams.name ?= team.name',
  '@collection.teams.members.id ?= @request.auth.id && @collection.teams.id ?= team',
  '@request.auth.role = "open"',
  '@request.auth.role != "banned"',
  '@request.auth.role = kind',
  'labels ~ @request.auth.role',
  '@request.auth.level >= total',
  '@request.auth.level > 1',
  '@request.auth.team.level >= team.level',
  '@request.auth.collectionName = "staff"',
  'paid = true',
  'paid = false',
  'kind = "open"',
  'kind != ""',
  'labels:length > 0',
  'due > @now',
  'due = ""',
  'title ~ @request.query.q',
  'meta.a = 5',
];

export const everyday = ['', ...everydayParts];

/** Returns everyday rules; the same seed gives the same rules. */
export function everydayRules(seed: number, count: number): string[] {
  const random = randomFrom(seed);
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const part = () => pick(everydayParts);
  const forms = [
    part,
    () => `${signedIn} && ${part()}`,
    () => `${part()} && ${part()}`,
    () => `${part()} || ${part()}`,
    () => `${signedIn} && (${part()} || ${part()})`,
  ];
  return Array.from({ length: count }, () => pick(forms)());
}

/** A small generator of random numbers below 1 (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
