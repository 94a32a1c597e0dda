import { createContext, type ReactNode } from 'react';

/** The links and the version label that the shell puts into the footer of every page. */
export const PageLinks = createContext<ReactNode>(null);
