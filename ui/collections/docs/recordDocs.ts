import { codeWords, type Words } from '../../base/text';
import {
  type Collection,
  collectionTypeOf,
  type RuleName,
  ruleOf,
  systemFieldNames,
} from '../../model/collection';
import { optionOf, type SchemaField } from '../../model/field';
import { atRequest } from '../../model/filter/ruleWords';
import { holdsFiles, isMultiple, typeOf } from '../../model/types/fieldTypes';
import {
  type ApiCall,
  adminNeed,
  adminsOnly,
  type DocsContent,
  type DocsScene,
  expandParameter,
  fieldsParameter,
  firstRelationOf,
  idParameter,
  invalid,
  invalidField,
  isLocked,
  noParameters,
  noRequest,
  notFound,
  type Parameter,
  recordsPath,
  refusal,
  words,
} from './docsContent';
import type { RecordPageKey } from './docsPages';
import { sampleObject } from './literals';
import { bodyOf, datesOf, filesOf, placeholders, recordOf, valueTypeOf } from './samples';

const writers: Readonly<Record<RecordPageKey, (scene: DocsScene) => DocsContent>> = {
  list,
  view,
  create,
  update,
  delete: remove,
  realtime,
};

export function recordDocs(key: RecordPageKey, scene: DocsScene): DocsContent {
  return writers[key](scene);
}

/** Says who may make the call, by its rule. */
function access(collection: Collection, rule: RuleName) {
  const locked = isLocked(collection, rule);
  const asksWho = (ruleOf(collection, rule) ?? '').includes(`${atRequest.auth}.`);
  return {
    token: (locked ? 'admin' : asksWho ? 'either' : null) as ApiCall['token'],
    needs: locked ? adminNeed : null,
    refusals: locked ? [adminsOnly] : [],
  };
}

function list({ collection }: DocsScene): DocsContent {
  const { token, needs, refusals } = access(collection, 'listRule');
  const relation = firstRelationOf(collection);
  const hasDates = collectionTypeOf(collection) !== 'view';
  const path = recordsPath(collection);
  return {
    ...noParameters,
    key: 'list',
    about: [
      words(
        `Returns the records of \`${collection.name}\` page by page, with filtering, sorting and expanded relations. Records the list rule denies are omitted.`,
      ),
    ],
    verb: 'GET',
    path,
    call: {
      ...noRequest,
      verb: 'GET',
      path,
      query: [
        ['page', '1'],
        ['perPage', '50'],
        ['filter', hasDates ? 'created >= "2022-01-01 00:00:00"' : 'id != ""'],
        ['sort', hasDates ? '-created' : '-id'],
      ],
      token,
    },
    needs,
    queryParameters: [
      { name: 'page', type: 'Number', text: words('Page number, 1 by default.') },
      {
        name: 'perPage',
        type: 'Number',
        text: words('Records per page: 30 by default, 500 at most.'),
      },
      { name: 'sort', type: 'String', text: sortText(collection) },
      {
        name: 'filter',
        type: 'String',
        text: words(
          'URL-encoded filter, for example `?filter=(id="abc" && created>"2022-01-01")`. See "Filter syntax" below.',
        ),
      },
      expandParameter(relation),
      fieldsParameter(),
      {
        name: 'skipTotal',
        type: 'Boolean',
        text: words(
          'If `true`, the records are not counted and both totals are `-1`. This makes large lists much faster; use it when you do not need the totals.',
        ),
      },
    ],
    answers: [
      {
        status: 200,
        body: sampleObject({
          page: 1,
          perPage: 50,
          totalItems: 1,
          totalPages: 1,
          items: [recordOf(collection)],
        }),
      },
      invalid(),
      ...refusals,
    ],
  };
}

export function sortableFieldsOf(collection: Collection): string[] {
  return [
    '@random',
    ...new Set([
      ...systemFieldNames(collection),
      ...datesOf(collection),
      ...collection.schema.map(({ name }) => name),
    ]),
  ];
}

function sortText(collection: Collection): Words {
  return [
    ...words(
      'Comma-separated field names. A leading `-` sorts in descending order: `?sort=-id,@random`. Sortable: ',
    ),
    ...codeWords(sortableFieldsOf(collection)),
    ', and fields of related records.',
  ];
}

function view({ collection }: DocsScene): DocsContent {
  const { token, needs, refusals } = access(collection, 'viewRule');
  return {
    ...noParameters,
    key: 'view',
    about: [words(`Returns a single record of \`${collection.name}\` by its id.`)],
    verb: 'GET',
    path: `${recordsPath(collection)}/:id`,
    call: {
      ...noRequest,
      verb: 'GET',
      path: oneRecordPath(collection),
      token,
    },
    needs,
    pathParameters: [idParameter],
    queryParameters: answerParameters(collection),
    answers: [{ status: 200, body: recordOf(collection) }, ...refusals, notFound],
  };
}

const oneRecordPath = (collection: Collection) => `${recordsPath(collection)}/${placeholders.record}`;
const answerParameters = (collection: Collection) => [
  expandParameter(firstRelationOf(collection)),
  fieldsParameter(),
];

const formText = words(
  'Send the body as JSON or `multipart/form-data`; files require a form. In a form, a `@jsonPayload` part can hold all other values as JSON.',
);

function create(scene: DocsScene): DocsContent {
  const { collection } = scene;
  const { token, needs, refusals } = access(collection, 'createRule');
  const path = recordsPath(collection);
  return {
    ...noParameters,
    key: 'create',
    about: [words(`Creates a new record in \`${collection.name}\`.`), formText],
    verb: 'POST',
    path,
    call: { ...noRequest, verb: 'POST', path, ...sentValues(collection, 'create'), token },
    needs,
    bodyParameters: bodyParametersOf(scene, 'create'),
    queryParameters: answerParameters(collection),
    answers: [
      { status: 200, body: recordOf(collection) },
      refusal(400, 'Failed to create record.', firstFault(collection)),
      ...refusals,
    ],
  };
}

const sentValues = (collection: Collection, act: 'create' | 'update') => ({
  body: bodyOf(collection, act),
  files: filesOf(collection),
});

function firstFault(collection: Collection) {
  if (collectionTypeOf(collection) === 'auth') {
    return invalidField('password', 'validation_required', 'Cannot be blank.');
  }
  const field = collection.schema.find(({ required }) => required) ?? collection.schema[0];
  return invalidField(field?.name ?? 'id', 'validation_required', 'Missing required value.');
}

function update(scene: DocsScene): DocsContent {
  const { collection } = scene;
  const { token, needs, refusals } = access(collection, 'updateRule');
  const isAuth = collectionTypeOf(collection) === 'auth';
  return {
    key: 'update',
    about: [
      words(
        `Updates a record of \`${collection.name}\`. Fields you do not send keep their value. Append \`+\` or \`-\` to a field name to add to its value or remove from it.`,
      ),
      ...(filesOf(collection).length > 0
        ? [
            words(
              'Files require a form. New files are added to a field that holds several. To delete some, append `-` to the field name and send the file names; to delete all, send an empty value.',
            ),
          ]
        : []),
      formText,
      ...(isAuth
        ? [
            words(
              'Changing the password ends all sessions of the user, who must sign in again. Users must also send `oldPassword`; admins need not.',
            ),
          ]
        : []),
    ],
    verb: 'PATCH',
    path: `${recordsPath(collection)}/:id`,
    call: {
      ...noRequest,
      verb: 'PATCH',
      path: oneRecordPath(collection),
      ...sentValues(collection, 'update'),
      token,
    },
    needs,
    pathParameters: [idParameter],
    bodyParameters: bodyParametersOf(scene, 'update'),
    queryParameters: answerParameters(collection),
    answers: [
      { status: 200, body: recordOf(collection) },
      invalid(firstFault(collection)),
      ...refusals,
      notFound,
    ],
  };
}

function remove({ collection }: DocsScene): DocsContent {
  const { token, needs, refusals } = access(collection, 'deleteRule');
  return {
    ...noParameters,
    key: 'delete',
    about: [
      words(
        `Deletes a record of \`${collection.name}\` and its files. Records that refer to it by a relation with cascade delete are deleted too; a required relation without cascade delete prevents the deletion.`,
      ),
    ],
    verb: 'DELETE',
    path: `${recordsPath(collection)}/:id`,
    call: { ...noRequest, verb: 'DELETE', path: oneRecordPath(collection), token },
    needs,
    pathParameters: [idParameter],
    answers: [
      { status: 204 },
      refusal(
        400,
        'Failed to delete record. Make sure that the record is not part of a required relation reference.',
      ),
      ...refusals,
      notFound,
    ],
  };
}

function realtime({ collection }: DocsScene): DocsContent {
  const rules = [access(collection, 'listRule'), access(collection, 'viewRule')];
  const isForAdmins = rules.every(({ needs }) => needs !== null);
  const isForGuests = rules.every(({ token }) => token === null);
  const topic = `${collection.name}/*`;
  const parameters: Parameter[] = [
    {
      name: 'clientId',
      type: 'String',
      isRequired: true,
      text: words('The client id from the first event of the stream.'),
    },
    {
      name: 'subscriptions',
      type: 'Array<String>',
      isRequired: false,
      text: words(
        `The new subscriptions of the client, which replace the previous ones: \`${topic}\` or \`${collection.name}/RECORD_ID\`. If omitted or empty, the client is unsubscribed from everything.`,
      ),
    },
  ];
  return {
    ...noParameters,
    key: 'realtime',
    about: [
      words(
        `Sends an event whenever a record of \`${collection.name}\` is created, updated or deleted. It uses server-sent events: a GET request opens a stream whose first event, \`PB_CONNECT\`, contains the client id; a POST request with that id sets the subscriptions.`,
      ),
      words(
        'Subscribers to one record receive its events if the view rule allows it. Subscribers to the whole collection (`*`) receive events of the records the list rule allows. Topics you cannot access send no events and no error.',
      ),
      words(
        'The server closes a stream after five minutes without events; the SDKs reconnect automatically.',
      ),
    ],
    verb: 'SSE',
    path: '/api/realtime',
    call: {
      ...noRequest,
      verb: 'POST',
      path: '/api/realtime',
      body: sampleObject({ clientId: placeholders.client, subscriptions: [topic] }),
      token: isForAdmins ? 'admin' : isForGuests ? null : 'either',
    },
    needs: isForAdmins ? adminNeed : null,
    bodyParameters: parameters,
    answers: [
      { status: 204 },
      invalid(invalidField('clientId', 'validation_required', 'Cannot be blank.')),
      refusal(404, 'Missing or invalid client id.'),
    ],
    event: sampleObject({ action: 'create', record: recordOf(collection) }),
  };
}

export function bodyParametersOf(scene: DocsScene, act: 'create' | 'update'): Parameter[] {
  const { collection } = scene;
  const isNew = act === 'create';
  const own = collection.schema.map((field) => ({
    name: field.name,
    type: valueTypeOf(field),
    isRequired: isNew && field.required === true,
    text: describeField(field, scene, act),
  }));
  const id: Parameter = {
    name: 'id',
    type: 'String',
    isRequired: false,
    text: words('15 characters. Generated if omitted.'),
  };
  return [
    ...(isNew ? [id] : []),
    ...(collectionTypeOf(collection) === 'auth' ? accountParameters(collection, isNew) : []),
    ...own,
  ];
}

function accountParameters(collection: Collection, isNew: boolean): Parameter[] {
  const minimum = Number(optionOf(collection, 'minPasswordLength')) || 0;
  const byManagers = 'Only admins and users allowed by the manage rule can set it.';
  return [
    {
      name: 'username',
      type: 'String',
      isRequired: false,
      text: words(isNew ? 'Unique. Generated if omitted.' : 'Unique. Cannot be empty.'),
    },
    {
      name: 'email',
      type: 'String',
      isRequired: isNew && optionOf(collection, 'requireEmail') === true,
      text: words(
        isNew ? 'Unique.' : `${byManagers} Other users change their email with "Request email change".`,
      ),
    },
    {
      name: 'emailVisibility',
      type: 'Boolean',
      isRequired: false,
      text: words('Whether the email is visible to everyone who can view the record.'),
    },
    ...(isNew
      ? []
      : [
          {
            name: 'oldPassword',
            type: 'String',
            isRequired: false,
            text: words(
              'The current password. Required to change the password, except for admins and users allowed by the manage rule.',
            ),
          },
        ]),
    {
      name: 'password',
      type: 'String',
      isRequired: isNew,
      text: words(
        `${minimum > 0 ? `${minimum} to 72` : 'At most 72'} characters.${isNew ? '' : ' Changing it ends all sessions of the user.'}`,
      ),
    },
    {
      name: 'passwordConfirm',
      type: 'String',
      isRequired: isNew,
      text: words('The password again.'),
    },
    {
      name: 'verified',
      type: 'Boolean',
      isRequired: false,
      text: words(`Whether the email address is verified. ${byManagers}`),
    },
  ];
}

/** Describes the values of a field; for an update, also its modifiers. */
function describeField(field: SchemaField, scene: DocsScene, act: 'create' | 'update'): Words {
  const change = act === 'update' ? words(modifiersOf(field)) : [];
  return [...typeOf(field).about(field, scene.nameOf), ...change];
}

function modifiersOf(field: SchemaField): string {
  const { name } = field;
  if (typeOf(field).isAmount) return ` \`${name}+\` adds to the value, \`${name}-\` subtracts from it.`;
  if (holdsFiles(field)) {
    return isMultiple(field)
      ? ` New files are added to the existing ones. \`${name}-\` with file names deletes those files, an empty \`${name}\` deletes all.`
      : ` A new file replaces the old one; an empty \`${name}\` deletes it.`;
  }
  return isMultiple(field) ? ` \`${name}+\` adds values, \`${name}-\` removes them.` : '';
}
