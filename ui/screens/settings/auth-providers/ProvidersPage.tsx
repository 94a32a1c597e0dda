import SearchX from 'lucide-react/icons/search-x';
import { useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Button } from '../../../components/basics/Button';
import { RefreshButton } from '../../../components/basics/RefreshButton';
import { useRovingFocus } from '../../../components/data/useRovingFocus';
import { EmptyState } from '../../../components/page/EmptyState';
import { LoadFailure } from '../../../components/page/LoadFailure';
import { authProviders } from '../../../model/authProviders';
import { SettingsPage } from '../SettingsPage';
import { useLoading } from '../useLoading';
import { ProviderCard } from './ProviderCard';
import { ProviderPanel } from './ProviderPanel';
import { ProviderSearch } from './ProviderSearch';
import css from './ProvidersPage.module.css';
import { createProviderList, groupProviders } from './providerList';

/** Through whom users may sign in: those that are enabled, then the others. */
export function ProvidersPage() {
  const [list] = useState(createProviderList);
  const [open, setOpen] = useState<string | null>(null);
  const { status, loadError, providers } = useSnapshot(list.state);
  const [search, setSearch] = useState('');
  const searchBox = useRef<HTMLElement>(null);
  const { enabled, others } = groupProviders(providers, search);
  const count = enabled.length + others.length;

  useLoading(list);

  /** The button that was pressed goes. */
  function showAll() {
    setSearch('');
    searchBox.current?.querySelector('input')?.focus();
  }

  const cards = useRef<HTMLUListElement>(null);
  const names = [...enabled, ...others];
  const keyAt = (index: number) => names[index] ?? null;
  const { stop, ...roving } = useRovingFocus({ count: names.length, keyAt, start: 0, list: cards });
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

  // One list, so that a card which moves stays the same one and keeps the focus.
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

/** In the place of the cards; seen only when loading takes over 150 ms. */
function LoadingCards() {
  return (
    <div className={css.root}>
      <p className="visuallyHidden" role="status">
        Loading...
      </p>
      <div className={css.list} aria-hidden>
        {authProviders.map((name) => (
          <span key={name} className={css.bone} />
        ))}
      </div>
    </div>
  );
}
