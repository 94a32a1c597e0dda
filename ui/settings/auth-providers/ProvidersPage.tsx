import Search from 'lucide-react/icons/search';
import SearchX from 'lucide-react/icons/search-x';
import Settings2 from 'lucide-react/icons/settings-2';
import X from 'lucide-react/icons/x';
import { type Ref, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Badge } from '../../kit/basics/Badge';
import { Button } from '../../kit/basics/Button';
import { IconButton } from '../../kit/basics/IconButton';
import { joinClasses } from '../../kit/basics/joinClasses';
import { ProviderLogo } from '../../kit/basics/ProviderLogo';
import { RefreshButton } from '../../kit/basics/RefreshButton';
import { TextInput } from '../../kit/form/TextInput';
import { EmptyState } from '../../kit/layout/EmptyState';
import { LoadFailure } from '../../kit/layout/LoadFailure';
import { SettingsPage } from '../../kit/layout/SettingsPage';
import { useCursor } from '../../kit/table/useCursor';
import { authProviders, providerTitle } from '../../model/authProviders';
import { useLoading } from '../../page/useLoading';
import { ProviderPanel } from './ProviderPanel';
import css from './ProvidersPage.module.css';
import { createProviderList, groupProviders } from './providerList';

export function ProvidersPage() {
  const [list] = useState(createProviderList);
  const [open, setOpen] = useState<string | null>(null);
  const { status, loadError, providers } = useSnapshot(list.state);
  const [search, setSearch] = useState('');
  const searchBox = useRef<HTMLElement>(null);
  const { enabled, others } = groupProviders(providers, search);
  const count = enabled.length + others.length;

  useLoading(list);

  /** Clears the search. The pressed button disappears, so the search gets the focus. */
  function showAll() {
    setSearch('');
    searchBox.current?.querySelector('input')?.focus();
  }

  const cards = useRef<HTMLUListElement>(null);
  const names = [...enabled, ...others];
  const keyAt = (index: number) => names[index] ?? null;
  const { stop, ...roving } = useCursor({ count: names.length, keyAt, start: 0, list: cards });
  const cardOf = (isEnabled: boolean) => (name: string) => (
    <ProviderCard
      key={name}
      name={name}
      isEnabled={isEnabled}
      index={names.indexOf(name)}
      isStop={name === names[stop]}
      onOpen={() => setOpen(name)}
    />
  );

  // All cards are in one list, so a card that moves keeps its element and the focus.
  const lines = [
    enabled.length > 0 && (
      <li key="enabled providers" className="visuallyHidden">
        <h2>Enabled</h2>
      </li>
    ),
    ...enabled.map(cardOf(true)),
    others.length > 0 && (
      <li key="other providers" className={css.parting}>
        <h2>Not enabled</h2>
      </li>
    ),
    ...others.map(cardOf(false)),
  ];

  return (
    <SettingsPage
      title="Auth providers"
      headerStart={<RefreshButton onClick={() => void list.load()} />}
      isLoading={status === 'loading'}
      footer={
        status === 'ready' && (
          <span role="status">
            {search.trim() === '' ? `${enabled.length} enabled` : `${count} found, ${enabled.length} enabled`}
          </span>
        )
      }
    >
      {status === 'failed' && (
        <LoadFailure
          title="The providers could not be loaded."
          reason={loadError?.message}
          onRetry={() => void list.load()}
        />
      )}
      {status === 'ready' && (
        <div className={css.root}>
          <p className={css.help}>
            Users of auth collections that allow OAuth2 can sign in with the enabled providers.
          </p>
          <ProviderSearch ref={searchBox} value={search} onChange={setSearch} onClear={showAll} />
          {count > 0 && (
            <ul ref={cards} className={css.list} data-list {...roving}>
              {lines}
            </ul>
          )}
          {count === 0 && (
            <EmptyState icon={SearchX} title="No providers found.">
              <Button onClick={showAll}>Show all providers</Button>
            </EmptyState>
          )}
        </div>
      )}
      {status === 'loading' && <LoadingCards />}
      {open && <ProviderPanel key={open} name={open} onSaved={list.adopt} onClose={() => setOpen(null)} />}
    </SettingsPage>
  );
}

/** A placeholder for the cards; visible only if they load for more than 150 ms. */
function LoadingCards() {
  return (
    <div className={css.root}>
      <p className="visuallyHidden" role="status">
        Loading...
      </p>
      <div className={css.list} aria-hidden>
        {authProviders.map((name) => (
          <span key={name} className={joinClasses(css.bone, 'appearsLate')} />
        ))}
      </div>
    </div>
  );
}

interface CardProps {
  name: string;
  isEnabled: boolean;
  index: number;
  /** Tab moves to this card; the arrow keys move to the others. */
  isStop: boolean;
  onOpen: () => void;
}

function ProviderCard({ name, isEnabled, index, isStop, onOpen }: CardProps) {
  const title = providerTitle(name);
  return (
    <li className={joinClasses(css.card, isEnabled && css.enabled)} data-index={index}>
      <ProviderLogo name={name} />
      <div className={css.name}>
        <h3>{title}</h3>
        <code translate="no">{name}</code>
      </div>
      {isEnabled && <Badge kind="success">Enabled</Badge>}
      <IconButton
        icon={Settings2}
        label={`${title} provider settings`}
        tooltip="Provider settings"
        size="small"
        tabIndex={isStop ? 0 : -1}
        onClick={onOpen}
      />
    </li>
  );
}

interface SearchProps {
  ref: Ref<HTMLElement>;
  value: string;
  onChange: (text: string) => void;
  onClear: () => void;
}

function ProviderSearch({ ref, value, onChange, onClear }: SearchProps) {
  return (
    <search ref={ref} className={css.search}>
      <TextInput
        icon={Search}
        aria-label="Search providers"
        placeholder="Search providers..."
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={onChange}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || value === '') return;
          event.stopPropagation();
          onClear();
        }}
        end={value !== '' && <IconButton icon={X} size="small" label="Clear search" onClick={onClear} />}
      />
    </search>
  );
}
