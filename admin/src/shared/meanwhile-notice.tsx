import { Box } from '@strapi/design-system';
import * as React from 'react';

interface MeanwhileNoticeProps {
  /** What somebody else saved: with other news the notice is shown anew. */
  news: object;
  children: React.ReactNode;
}

/**
 * Says at the head of a form that somebody else saved meanwhile. Who saved far down in it is brought
 * there: nothing else on the screen would tell that the form is not saved.
 */
export const MeanwhileNotice = ({ news, children }: MeanwhileNoticeProps) => {
  const notice = React.useRef<HTMLDivElement>(null);
  // Nothing is returned: browsers answer with a promise now, which React would call at the end.
  React.useEffect(() => {
    // In the middle, as the page's header covers what is at the top.
    notice.current?.scrollIntoView({ block: 'center' });
  }, [news]);
  return (
    <Box
      ref={notice}
      role="alert"
      background="warning100"
      borderColor="warning200"
      hasRadius
      padding={4}
      data-testid="syndication-saved-meanwhile"
    >
      {children}
    </Box>
  );
};
