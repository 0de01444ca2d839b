import { useMatch } from 'react-router-dom';

/** Document id of the entry the form is a copy of; undefined for any other form. */
export const useOriginal = (contentType: string): string | undefined => {
  const match = useMatch('/content-manager/:collectionType/:slug/clone/:origin');
  return match?.params.slug === contentType ? match.params.origin : undefined;
};
