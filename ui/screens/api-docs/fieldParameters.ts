import { type Collection, collectionTypeOf } from '../../model/collection';
import { isMultiple, optionOf, type SchemaField, targetOf } from '../../model/field';
import type { DocsScene, Parameter } from './docsContent';
import { authOption, choicesOf, valueTypeOf } from './samples';
import { codeWords, type Words, words } from './words';

/** The body of a request that makes or changes a record. */
export function bodyParametersOf(scene: DocsScene, act: 'create' | 'update'): Parameter[] {
  const { collection } = scene;
  const isNew = act === 'create';
  const own = collection.schema.map((field) => ({
    name: field.name,
    type: valueTypeOf(field),
    isRequired: isNew && field.required === true,
    text: textOf(field, scene, act),
  }));
  const id: Parameter = {
    name: 'id',
    type: 'String',
    isRequired: false,
    text: words('15 characters. Made by the server when it is left out.'),
  };
  return [
    ...(isNew ? [id] : []),
    ...(collectionTypeOf(collection) === 'auth' ? accountParameters(collection, isNew) : []),
    ...own,
  ];
}

function accountParameters(collection: Collection, isNew: boolean): Parameter[] {
  const minimum = Number(authOption(collection, 'minPasswordLength')) || 0;
  const byManagers = 'Only admins, and users whom the manage rule lets, may send it.';
  return [
    {
      name: 'username',
      type: 'String',
      isRequired: false,
      text: words(
        isNew ? 'Unique. Made by the server when it is left out.' : 'Unique; it cannot be emptied.',
      ),
    },
    {
      name: 'email',
      type: 'String',
      isRequired: isNew && authOption(collection, 'requireEmail') === true,
      text: words(isNew ? 'Unique.' : `${byManagers} Users change their own by "Request email change".`),
    },
    {
      name: 'emailVisibility',
      type: 'Boolean',
      isRequired: false,
      text: words('Whether others who may see the record see its email too.'),
    },
    ...(isNew
      ? []
      : [
          {
            name: 'oldPassword',
            type: 'String',
            isRequired: false,
            text: words(
              'The password so far. Needed to change the password, except by admins and users whom the manage rule lets.',
            ),
          },
        ]),
    {
      name: 'password',
      type: 'String',
      isRequired: isNew,
      text: words(
        `${minimum > 0 ? `${minimum} to 72` : 'At most 72'} characters.${isNew ? '' : ' A change ends every session of the user.'}`,
      ),
    },
    {
      name: 'passwordConfirm',
      type: 'String',
      isRequired: isNew,
      text: words('The same again.'),
    },
    {
      name: 'verified',
      type: 'Boolean',
      isRequired: false,
      text: words(`Whether the email belongs to the user. ${byManagers}`),
    },
  ];
}

/** What the field takes; its modifiers where a record is changed. */
function textOf(field: SchemaField, scene: DocsScene, act: 'create' | 'update'): Words {
  const change = act === 'update' ? modifiersOf(field) : [];
  return [...kindOf(field, scene), ...change];
}

function kindOf(field: SchemaField, scene: DocsScene): Words {
  const limits = (unit: string) => limitsOf(optionOf(field, 'min'), optionOf(field, 'max'), unit);
  switch (field.type) {
    case 'text': {
      const pattern = optionOf(field, 'pattern');
      return [
        `Plain text.${limits(' characters')}`,
        ...(typeof pattern === 'string' && pattern !== '' ? [' Must match ', { code: pattern }, '.'] : []),
      ];
    }
    case 'editor':
      return words('HTML.');
    case 'number':
      return words(`Number${optionOf(field, 'noDecimal') === true ? ' without decimals' : ''}.${limits('')}`);
    case 'bool':
      return words('`true` or `false`.');
    case 'email':
      return words('An email address.');
    case 'url':
      return words('An address with its scheme.');
    case 'date':
      return words(`\`YYYY-MM-DD HH:mm:ss.sssZ\`, in UTC.${limits('')}`);
    case 'select':
      return [isMultiple(field) ? 'Some of ' : 'One of ', ...codeWords(choicesOf(field)), '.'];
    case 'json':
      return words('Any JSON value.');
    case 'file':
      return words(
        isMultiple(field)
          ? 'Files, sent as `multipart/form-data`; one part for each.'
          : 'A file, sent as `multipart/form-data`.',
      );
    case 'relation': {
      const name = scene.nameOf(targetOf(field) ?? '');
      const what = isMultiple(field) ? 'Ids of records' : 'The id of a record';
      return words(name === null ? `${what}.` : `${what} of \`${name}\`.`);
    }
    default:
      return words(`A value of type ${field.type}.`);
  }
}

function limitsOf(min: unknown, max: unknown, unit: string): string {
  const has = (limit: unknown) => limit !== null && limit !== undefined && limit !== '';
  if (has(min) && has(max)) return ` From ${min} to ${max}${unit}.`;
  if (has(min)) return ` At least ${min}${unit}.`;
  return has(max) ? ` At most ${max}${unit}.` : '';
}

function modifiersOf(field: SchemaField): Words {
  const { name } = field;
  if (field.type === 'number') return words(` \`${name}+\` adds to it, \`${name}-\` takes away from it.`);
  if (field.type === 'file') {
    return words(
      isMultiple(field)
        ? ` New files are added to those it has. \`${name}-\` with names deletes these, an empty \`${name}\` all.`
        : ` A new file replaces the old one; an empty \`${name}\` deletes it.`,
    );
  }
  if ((field.type === 'select' || field.type === 'relation') && isMultiple(field)) {
    return words(` \`${name}+\` adds to those it has, \`${name}-\` takes away from them.`);
  }
  return [];
}
