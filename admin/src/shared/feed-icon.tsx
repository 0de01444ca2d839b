import * as React from 'react';
import { useTheme } from 'styled-components';

/** The feed icon, on the 32-unit grid of Strapi's icons. */
export const FeedIcon = React.forwardRef<SVGSVGElement, React.SVGProps<SVGSVGElement>>(
  ({ fill = 'currentColor', ...props }, ref) => {
    // As in Strapi's icons, the colour may be a name of the theme's.
    const colours: Record<string, string> = { ...useTheme().colors };
    return (
      <svg
        xmlns="http://www.w3.org/2000/svg"
        viewBox="0 0 32 32"
        width="1.6rem"
        height="1.6rem"
        fill={colours[fill] ?? fill}
        aria-hidden
        {...props}
        ref={ref}
      >
        <path d="M11 24a3 3 0 1 1-6 0 3 3 0 0 1 6 0ZM5 12.5A1.5 1.5 0 0 1 6.5 11C14.5 11 21 17.5 21 25.5a1.5 1.5 0 0 1-3 0C18 19.15 12.85 14 6.5 14A1.5 1.5 0 0 1 5 12.5Zm0-7A1.5 1.5 0 0 1 6.5 4C18.37 4 28 13.63 28 25.5a1.5 1.5 0 0 1-3 0C25 15.28 16.72 7 6.5 7A1.5 1.5 0 0 1 5 5.5Z" />
      </svg>
    );
  },
);
FeedIcon.displayName = 'FeedIcon';
