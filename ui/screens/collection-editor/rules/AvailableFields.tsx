import { type Collection, systemFieldNames } from '../../../model/collection';
import css from './RulesTab.module.css';

const requestGroups = ['@request.headers.*', '@request.query.*', '@request.data.*', '@request.auth.*'];

/** What a rule of the collection may name. */
export function AvailableFields({ collection }: { collection: Collection }) {
  const [id = 'id', ...others] = systemFieldNames(collection);
  const own = collection.schema.map(({ name }) => name).filter((name) => !others.includes(name));
  return (
    <dl className={css.fields}>
      <Names label="Fields" names={[id, ...own, ...others]} />
      <Names label="Request" names={requestGroups} />
      <Names label="Elsewhere" names={['@collection.NAME.*']} />
      <Names label="Example" names={['@request.auth.id != "" && created >= @monthStart']} />
    </dl>
  );
}

function Names({ label, names }: { label: string; names: readonly string[] }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {names.map((name) => (
          <code translate="no" key={name}>
            {name}
          </code>
        ))}
      </dd>
    </div>
  );
}
