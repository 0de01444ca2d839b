import type { Metadata } from 'next';
import type { ReactNode } from 'react';

export const metadata: Metadata = {
  metadataBase: new URL(process.env.PUBLIC_URL ?? 'http://localhost:3000'),
};

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <nav>
          <a href="/">Home</a> <a href="/articles/">Articles</a>{' '}
          <a href="/categories/">Categories</a> <a href="/subscribe/">Subscribe</a>
        </nav>
        <main>{children}</main>
      </body>
    </html>
  );
}
