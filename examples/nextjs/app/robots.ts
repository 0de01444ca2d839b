import type { MetadataRoute } from 'next';

const PUBLIC_URL = process.env.PUBLIC_URL ?? 'http://localhost:3000';

export default function robots(): MetadataRoute.Robots {
  return { rules: { userAgent: '*', allow: '/' }, sitemap: `${PUBLIC_URL}/sitemap.xml` };
}
