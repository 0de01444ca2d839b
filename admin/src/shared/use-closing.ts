import * as React from 'react';

/** Calls `act` when a dialog closes, however that happens. The returned ref says whether it is open. */
export const useClosing = (act?: () => void): React.RefObject<boolean> => {
  const isOpen = React.useRef(true);
  const latest = React.useRef(act);
  React.useEffect(() => {
    latest.current = act;
  });
  React.useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
      latest.current?.();
    };
  }, []);
  return isOpen;
};
