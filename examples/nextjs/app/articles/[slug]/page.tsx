import type { Metadata } from 'next';
import { notFound, permanentRedirect } from 'next/navigation';

import { Blocks } from '@/lib/blocks';
import { findArticle, movedTo } from '@/lib/strapi';

interface Props {
  params: Promise<{ slug: string }>;
}

const load = async ({ params }: Props) => {
  // Next.js passes non-ASCII letters percent-encoded, as in the address.
  const { slug } = await params;
  const article = await findArticle(decodeURIComponent(slug));
  if (article) return article;
  const moved = await movedTo(`/articles/${slug}/`);
  return moved ? permanentRedirect(moved) : notFound();
};

export const generateMetadata = async (props: Props): Promise<Metadata> => {
  const { title, description, slug } = await load(props);
  const directory = `/articles/${slug}/`;
  const types = {
    'application/rss+xml': [{ url: '/index.xml', title: 'Newest' }],
    'text/markdown': `${directory}index.md`,
  };
  return { title, description, alternates: { canonical: directory, types } };
};

export default async function Page(props: Props) {
  const { title, author, category, cover, blocks } = await load(props);
  return (
    <article>
      <h1>{title}</h1>
      <p>
        {author?.name} {category && <a href={`/categories/${category.slug}/`}>{category.name}</a>}
      </p>
      {cover && <img src={cover.url} alt={cover.alternativeText ?? ''} />}
      <Blocks blocks={blocks} />
    </article>
  );
}
