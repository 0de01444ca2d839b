import type { Metadata } from 'next';

import { feedsOf } from '@/lib/feeds';
import { List } from '@/lib/list';
import { readFeed } from '@/lib/strapi';

export const metadata: Metadata = { title: 'Newest', alternates: feedsOf('/', 'Newest') };

export default async function Page() {
  return (
    <>
      <h1>Newest</h1>
      <List feed={await readFeed('/', 'api::article.article')} />
    </>
  );
}
