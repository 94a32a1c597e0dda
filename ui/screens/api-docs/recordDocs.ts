import {
  type Collection,
  collectionTypeOf,
  type RuleName,
  ruleOf,
  systemFieldNames,
} from '../../model/collection';
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
} from './docsContent';
import type { RecordPageKey } from './docsPages';
import { bodyParametersOf } from './fieldParameters';
import { sampleObject } from './literals';
import { bodyOf, datesOf, filesOf, placeholders, recordOf } from './samples';
import { codeWords, type Words, words } from './words';

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

/** What the rule of a call means for who makes it. */
function access(collection: Collection, rule: RuleName) {
  const locked = isLocked(collection, rule);
  const asksWho = /@request\.auth\b/.test(ruleOf(collection, rule) ?? '');
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
        `Reads the records of \`${collection.name}\` page by page; they can be filtered, sorted and joined with related ones. Records that the list rule does not grant are left out without a word.`,
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
      { name: 'page', type: 'Number', text: words('The page to read, 1 by default.') },
      {
        name: 'perPage',
        type: 'Number',
        text: words('How many records make a page: 30 by default, 500 at most.'),
      },
      { name: 'sort', type: 'String', text: sortText(collection) },
      {
        name: 'filter',
        type: 'String',
        text: words(
          'Which records to read, for example `?filter=(id="abc" && created>"2022-01-01")`, URL-encoded. The syntax is told below.',
        ),
      },
      expandParameter(relation),
      fieldsParameter(),
      {
        name: 'skipTotal',
        type: 'Boolean',
        text: words(
          'With `true` nothing is counted and both totals are `-1`. It makes large lists much faster; use it wherever the totals are not shown.',
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

/** All fields that a list can be sorted by. */
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
    ...words('Names separated by commas; `-` before one turns its order around: `?sort=-id,@random`. Takes '),
    ...codeWords(sortableFieldsOf(collection)),
    ', and the fields of related records.',
  ];
}

function view({ collection }: DocsScene): DocsContent {
  const { token, needs, refusals } = access(collection, 'viewRule');
  return {
    ...noParameters,
    key: 'view',
    about: [words(`Reads one record of \`${collection.name}\` by its id.`)],
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
  'The body is JSON or `multipart/form-data`; files can be sent in a form only. A part `@jsonPayload` of a form may hold all other values as JSON.',
);

function create(scene: DocsScene): DocsContent {
  const { collection } = scene;
  const { token, needs, refusals } = access(collection, 'createRule');
  const path = recordsPath(collection);
  return {
    ...noParameters,
    key: 'create',
    about: [words(`Makes a new record in \`${collection.name}\`.`), formText],
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
        `Changes a record of \`${collection.name}\`. What is not sent stays as it is; \`+\` and \`-\` behind the name of a field add to its value or take away from it.`,
      ),
      ...(filesOf(collection).length > 0
        ? [
            words(
              'Files are sent in a form and added to a field that holds several. To delete some, send their names under the field with a `-` behind its name; to delete all, send the field empty.',
            ),
          ]
        : []),
      formText,
      ...(isAuth
        ? [
            words(
              'A new password ends every session of the user: sign in again after it. Users send `oldPassword` with it, admins need not.',
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
        `Deletes a record of \`${collection.name}\` with its files. Relations with cascade delete take their records along; a required relation without it keeps the record from being deleted.`,
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
      text: words('The id from the first event of the stream.'),
    },
    {
      name: 'subscriptions',
      type: 'Array<String>',
      isRequired: false,
      text: words(
        `All that the client listens to from now on: \`${topic}\`, or \`${collection.name}/RECORD_ID\`. Left out or empty, it listens to nothing.`,
      ),
    },
  ];
  return {
    ...noParameters,
    key: 'realtime',
    about: [
      words(
        `Tells of every record of \`${collection.name}\` that is created, updated or deleted, as it happens. It goes through server-sent events: a GET opens a stream whose first event, \`PB_CONNECT\`, carries the id of the client; a POST with that id says what to listen to.`,
      ),
      words(
        'Who listens to one record gets its events if the view rule grants that record. Who listens to the whole collection (`*`) gets those of the records that the list rule grants. Nothing tells of a topic that is not granted: it stays silent.',
      ),
      words(
        'A stream that has nothing to tell is closed after five minutes; the SDKs connect again by themselves.',
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
