import type { Collection, RuleName } from '../../model/collection';
import { ruleOf } from '../../model/collection';
import type { PageKey } from './docsPages';
import { type Sample, type SampleObject, sampleObject } from './literals';
import type { SampleFile } from './samples';
import { type Words, words } from './words';

/** What all pages are written from. */
export interface DocsScene {
  collection: Collection;
  /** Where the API lives, without `/api` and without a slash at the end. */
  base: string;
  /** The name of a collection by its id; null when there is none. */
  nameOf: (collectionId: string) => string | null;
}

/** The request that all examples of a page make, and that its tables describe. */
export interface ApiCall {
  verb: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Behind the base; encoded. */
  path: string;
  query: readonly (readonly [name: string, value: string])[];
  /** Null: none is sent. */
  body: SampleObject | null;
  files: readonly SampleFile[];
  /** Whose token goes along; `either`: an admin's or a user's, whom the rule asks for. */
  token: 'admin' | 'record' | 'either' | null;
}

export interface Parameter {
  name: string;
  type: string;
  /** Undefined where the question does not arise: in paths and queries. */
  isRequired?: boolean;
  text: Words;
}

export interface AnswerExample {
  status: number;
  /** Undefined: the answer is empty. */
  body?: Sample;
}

export interface DocsContent {
  key: PageKey;
  about: readonly Words[];
  call: ApiCall;
  /** As the bar names it: a stream is no plain GET. */
  verb: ApiCall['verb'] | 'SSE';
  /** With `:id` where the call has a placeholder. */
  path: string;
  /** What must come with the request. */
  needs: Words | null;
  pathParameters: readonly Parameter[];
  queryParameters: readonly Parameter[];
  bodyParameters: readonly Parameter[];
  answers: readonly AnswerExample[];
  /** Of one more thing that comes: an event. */
  event?: Sample;
}

export const recordsPath = ({ name }: Collection) => `/api/collections/${encodeURIComponent(name)}/records`;
export const collectionPath = ({ name }: Collection) => `/api/collections/${encodeURIComponent(name)}`;

export const noRequest = { query: [], body: null, files: [], token: null } as const;
export const noParameters = { pathParameters: [], queryParameters: [], bodyParameters: [] } as const;

/** An answer of the server that says no. */
export function refusal(status: number, message: string, data: SampleObject = new Map()): AnswerExample {
  return { status, body: sampleObject({ code: status, message, data }) };
}

export function invalidField(name: string, code: string, message: string): SampleObject {
  return new Map([[name, sampleObject({ code, message })]]);
}

/** What the server says of most of what is wrong in a body. */
export const invalid = (data?: SampleObject) =>
  refusal(400, 'Something went wrong while processing your request.', data);
export const notFound = refusal(404, "The requested resource wasn't found.");
export const adminsOnly = refusal(403, 'Only admins can perform this action.');

export const isLocked = (collection: Collection, rule: RuleName) => ruleOf(collection, rule) === null;

export const adminNeed = words('Requires admin `Authorization:TOKEN` header');
export const recordNeed = words('Requires record `Authorization:TOKEN` header');

export const idParameter: Parameter = {
  name: 'id',
  type: 'String',
  text: words('The id of the record.'),
};

/** `relation`: the name of a field that could be expanded, for the example. */
export function expandParameter(relation: string | undefined): Parameter {
  const name = relation ?? 'author';
  return {
    name: 'expand',
    type: 'String',
    text: words(
      `Comma-separated relation fields whose records are returned under \`expand\`: \`?expand=${name}\`. Use dots for nested relations, up to six levels. \`comments_via_post\` is a back-relation: the records of \`comments\` whose \`post\` field refers to this record. Only records the request may view are expanded.`,
    ),
  };
}

export function fieldsParameter(example = '*,expand.author.name'): Parameter {
  return {
    name: 'fields',
    type: 'String',
    text: words(
      `Comma-separated fields to return, all by default: \`?fields=${example}\`. \`*\` stands for all fields of its level. \`:excerpt(max, withEllipsis?)\` shortens a text to plain text of at most \`max\` bytes, without HTML; \`true\` adds an ellipsis if the text was cut: \`?fields=*,description:excerpt(200,true)\`.`,
    ),
  };
}

export const firstRelationOf = ({ schema }: Collection) =>
  schema.find(({ type }) => type === 'relation')?.name;
