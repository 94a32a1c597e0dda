import { createContext, type ReactNode } from 'react';

/** What the shell has to say on every page: each `Page` draws it under its header. */
export const PageBanner = createContext<ReactNode>(null);
