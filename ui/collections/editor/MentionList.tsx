import { printHash } from '../../base/hash';
import type { Mention, MentionPlace } from '../../model/mentions';
import { ruleLabels } from './collectionForm';
import css from './MentionList.module.css';

/** Links open in another tab, so that the form is not left. */
export function MentionList({ mentions }: { mentions: readonly Mention[] }) {
  if (mentions.length === 0) return null;
  return (
    <ul className={css.root}>
      {mentions.map(({ collection, place, text, at }) => (
        <li key={`${collection.id} ${place} ${at ?? text}`}>
          {placeName(place)} of{' '}
          <a
            href={printHash('/collections', { collectionId: collection.id })}
            target="_blank"
            rel="noreferrer"
          >
            <span translate="no">{collection.name}</span>
          </a>
          :{' '}
          <code translate="no" className="asTyped">
            {text}
          </code>
        </li>
      ))}
    </ul>
  );
}

function placeName(place: MentionPlace): string {
  switch (place) {
    case 'query':
      return 'View query';
    case 'index':
      return 'Index';
    case 'relation':
      return 'Relation';
    case 'authRule':
      return 'Sign-in rule';
    default:
      return ruleLabels[place];
  }
}
