import { Flex } from '@strapi/design-system';
import * as React from 'react';
import { createPortal } from 'react-dom';

/** Up to this width Strapi has side panels in a drawer that is closed at first (`ActionsDrawer.mjs`). */
const IN_DRAWER = '(max-width: 1079.98px)';

/** Where warnings are seen while the drawer is closed. */
let place: HTMLElement | null = null;
const listeners = new Set<() => void>();

const setPlace = (element: HTMLElement | null): void => {
  place = element;
  listeners.forEach((listen) => listen());
};

const subscribe = (listen: () => void): (() => void) => {
  const media = window.matchMedia(IN_DRAWER);
  listeners.add(listen);
  media.addEventListener('change', listen);
  return () => {
    listeners.delete(listen);
    media.removeEventListener('change', listen);
  };
};

const findPlace = (): HTMLElement | null => (window.matchMedia(IN_DRAWER).matches ? place : null);

/** Below Strapi's buttons, which stay in sight on a phone: what the side panel warns of shows here there. */
export const WarningPlace = () => (
  <Flex
    ref={setPlace}
    direction="column"
    alignItems="stretch"
    gap={2}
    width="100%"
    maxHeight="40vh"
    overflow="auto"
  />
);

/** Shows warnings at the top of the side panel, or in `WarningPlace` where Strapi hides that one. */
export const Warnings = ({ children }: { children: React.ReactNode }) => {
  const found = React.useSyncExternalStore(subscribe, findPlace);
  return found ? createPortal(children, found) : children;
};
