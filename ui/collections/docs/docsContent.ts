import type { Words } from '../../base/text';
import type { Collection, RuleName } from '../../model/collection';
import { ruleOf } from '../../model/collection';
import { holdsRecords } from '../../model/types/fieldTypes';
import type { PageKey } from './docsPages';
import { type Sample, type SampleObject, sampleObject } from './literals';
import type { SampleFile } from './samples';

/** Text in backticks becomes code. Only for texts that are written here: data may contain a backtick. */
export function words(text: string): Words {
  return text
    .split('`')
    .map((part, at) => (at % 2 === 1 ? { code: part } : part))
    .filter((part) => part !== '');
}

export interface DocsScene {
  collection: Collection;
  /** The address of the server, without `/api` and a slash at the end. */
  base: string;
  nameOf: (collectionId: string) => string | null;
}

/** The request that all examples of a page send. */
export interface ApiCall {
  verb: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** The encoded part of the address after `base`. */
  path: string;
  query: readonly (readonly [name: string, value: string])[];
  /** Null for a request without a body. */
  body: SampleObject | null;
  files: readonly SampleFile[];
  /** The kind of token to send. `either`: of an admin or a user, depending on the rule. */
  token: 'admin' | 'record' | 'either' | null;
}

export interface Parameter {
  name: string;
  type: string;
  /** Undefined for parameters of the path and query. */
  isRequired?: boolean;
  text: Words;
}

export interface AnswerExample {
  status: number;
  /** Undefined for an empty response. */
  body?: Sample;
}

export interface DocsContent {
  key: PageKey;
  about: readonly Words[];
  call: ApiCall;
  /** As the page shows it: `SSE` for a stream. */
  verb: ApiCall['verb'] | 'SSE';
  /** With placeholders such as `:id`. */
  path: string;
  needs: Words | null;
  pathParameters: readonly Parameter[];
  queryParameters: readonly Parameter[];
  bodyParameters: readonly Parameter[];
  answers: readonly AnswerExample[];
  /** An example of an event, for a stream. */
  event?: Sample;
}

export const recordsPath = ({ name }: Collection) => `/api/collections/${encodeURIComponent(name)}/records`;
export const collectionPath = ({ name }: Collection) => `/api/collections/${encodeURIComponent(name)}`;

export const noRequest = { query: [], body: null, files: [], token: null } as const;
export const noParameters = { pathParameters: [], queryParameters: [], bodyParameters: [] } as const;

export function refusal(status: number, message: string, data: SampleObject = new Map()): AnswerExample {
  return { status, body: sampleObject({ code: status, message, data }) };
}

export function invalidField(name: string, code: string, message: string): SampleObject {
  return new Map([[name, sampleObject({ code, message })]]);
}

/** The error of the server for most invalid bodies. */
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

/** `relation` is a field that can be expanded, for the example. */
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

export const firstRelationOf = ({ schema }: Collection) => schema.find(holdsRecords)?.name;
