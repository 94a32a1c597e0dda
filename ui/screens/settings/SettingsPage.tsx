import { createContext, type ReactNode, useContext } from 'react';
import { Page, type PageProps } from '../../components/page/Page';
import { printHash } from '../../platform/hash';

/** Opens the sidebar where the screen is too narrow for it. */
export const SidebarButton = createContext<ReactNode>(null);

const crumbs = [{ label: 'Settings', href: printHash('/settings') }];

/** The main part of every page of the settings. */
export function SettingsPage(props: Omit<PageProps, 'crumbs' | 'sidebarButton'>) {
  return <Page {...props} crumbs={crumbs} sidebarButton={useContext(SidebarButton)} />;
}
