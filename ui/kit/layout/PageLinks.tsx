import { createContext, type ReactNode } from 'react';

/** The links and the version label that the shell adds to the footer of every page. */
export const PageLinks = createContext<ReactNode>(null);

/** The shell's message for every page: each `Page` renders it under its header. */
export const PageBanner = createContext<ReactNode>(null);
