import { createContext, type ReactNode, useContext, useId } from 'react';
import { printHash } from '../../base/hash';
import { Page, type PageProps } from './Page';
import css from './settingsLayout.module.css';

/** A button that opens the sidebar on narrow screens. */
export const SidebarButton = createContext<ReactNode>(null);

const crumbs = [{ label: 'Settings', href: printHash('/settings') }];

export function SettingsPage(props: Omit<PageProps, 'crumbs' | 'sidebarButton'>) {
  return <Page {...props} crumbs={crumbs} sidebarButton={useContext(SidebarButton)} />;
}

export function SettingsGroup({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={css.body} aria-labelledby={id}>
      <h3 className={css.title} id={id}>
        {title}
      </h3>
      {children}
    </section>
  );
}
