import { type Collection, collectionTypeOf } from '../../model/collection';
import { isMultiple, optionOf, type SchemaField, targetOf } from '../../model/field';
import { codeWords, type DocsScene, type Parameter, type Words, words } from './docsContent';
import { authOption, choicesOf, valueTypeOf } from './samples';

/** Returns the body parameters of a request that creates or changes a record. */
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
  const minimum = Number(authOption(collection, 'minPasswordLength')) || 0;
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
      isRequired: isNew && authOption(collection, 'requireEmail') === true,
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

/** Describes the values of a field, with its modifiers for an update. */
function describeField(field: SchemaField, scene: DocsScene, act: 'create' | 'update'): Words {
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
      return words('A URL, including the scheme.');
    case 'date':
      return words(`\`YYYY-MM-DD HH:mm:ss.sssZ\` in UTC.${limits('')}`);
    case 'select':
      return [isMultiple(field) ? 'Any of ' : 'One of ', ...codeWords(choicesOf(field)), '.'];
    case 'json':
      return words('Any JSON value.');
    case 'file':
      return words(
        isMultiple(field)
          ? 'Files, sent as `multipart/form-data` with one part per file.'
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
  if (field.type === 'number')
    return words(` \`${name}+\` adds to the value, \`${name}-\` subtracts from it.`);
  if (field.type === 'file') {
    return words(
      isMultiple(field)
        ? ` New files are added to the existing ones. \`${name}-\` with file names deletes those files, an empty \`${name}\` deletes all.`
        : ` A new file replaces the old one; an empty \`${name}\` deletes it.`,
    );
  }
  if ((field.type === 'select' || field.type === 'relation') && isMultiple(field)) {
    return words(` \`${name}+\` adds values, \`${name}-\` removes them.`);
  }
  return [];
}
