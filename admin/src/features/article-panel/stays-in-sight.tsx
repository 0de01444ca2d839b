import { createGlobalStyle } from 'styled-components';

/**
 * Keeps the column that has the panel in sight beside a body that is longer than the window, where
 * Strapi shows it beside the form; what does not fit in the window scrolls on its own.
 */
export const StaysInSight = createGlobalStyle`
  @media (min-width: 1080px) {
    div:has(> aside [data-testid='syndication-panel']) {
      position: sticky;
      inset-block-start: 1.6rem;
      max-height: calc(100vh - 3.2rem);
      overflow-y: auto;
    }
  }
`;
