import type { Metadata } from 'next';
import { notFound, permanentRedirect } from 'next/navigation';

import { feedsOf } from '@/lib/feeds';
import { List } from '@/lib/list';
import { findCategory, movedTo, readFeed } from '@/lib/strapi';

interface Props {
  params: Promise<{ slug: string }>;
}

const load = async ({ params }: Props) => {
  // Next.js passes non-ASCII letters percent-encoded, as in the address.
  const { slug } = await params;
  const category = await findCategory(decodeURIComponent(slug));
  if (category) return category;
  const moved = await movedTo(`/categories/${slug}/`);
  return moved ? permanentRedirect(moved) : notFound();
};

export const generateMetadata = async (props: Props): Promise<Metadata> => {
  const { name, slug } = await load(props);
  return { title: name, alternates: feedsOf(`/categories/${slug}/`, name) };
};

export default async function Page(props: Props) {
  const { documentId, name, slug, description } = await load(props);
  const directory = `/categories/${slug}/`;
  return (
    <>
      <h1>{name}</h1>
      {description && <p>{description}</p>}
      <List feed={await readFeed(directory, `api::category.category:${documentId}`)} />
      <a href={`${directory}index.xml`}>Subscribe</a>
    </>
  );
}
