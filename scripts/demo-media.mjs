/**
 * Draws the demo's pictures and computes its recording, into `playground/seed/media/`. The results are in
 * the repository: after a change here, run `node scripts/demo-media.mjs`. All of it is made by this file and
 * has the repository's licence.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import sharp from 'sharp';

import { PLAYGROUND } from './lib/paths.mjs';

const FOLDER = path.join(PLAYGROUND, 'seed', 'media');

/** A pseudo-random generator with a seed, so that each run gives the same pictures. */
const random = (seed) => () => {
  seed = (seed * 16807) % 2147483647;
  return seed / 2147483647;
};

const range = (count) => Array.from({ length: count }, (_, index) => index);

const svg = (width, height, content) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content}</svg>`;

const ground = (colour, width = 1600, height = 900) =>
  `<rect width="${width}" height="${height}" fill="${colour}"/>`;

/** A cable that does not reach its socket: an error, and its remedy. */
const errors = () =>
  svg(
    1600,
    900,
    `${ground('#fbe9dc')}<circle cx="1130" cy="450" r="330" fill="#f4b393"/>
    <path d="M-20 620C220 620 260 300 520 300S700 450 800 450" fill="none" stroke="#1f3a5f" stroke-width="46" stroke-linecap="round"/>
    <rect x="780" y="385" width="130" height="130" rx="26" fill="#1f3a5f"/>
    <path d="M910 420h52M910 480h52" stroke="#1f3a5f" stroke-width="20" stroke-linecap="round"/>
    <rect x="1090" y="330" width="190" height="240" rx="40" fill="#fffaf5"/>
    <path d="M1140 420h44M1140 480h44" stroke="#d1495b" stroke-width="22" stroke-linecap="round"/>
    <path d="M1280 450C1420 450 1400 250 1620 250" fill="none" stroke="#fffaf5" stroke-width="46"/>
    <path d="M1000 330l-26-74M1026 314l8-78M1000 570l-26 74M1026 586l8 78" stroke="#d1495b" stroke-width="16" stroke-linecap="round"/>`,
  );

/** Cards one behind the other, one of them marked: a list read page by page. */
const pages = () =>
  svg(
    1600,
    900,
    `${ground('#dff0ec')}${range(6)
      .reverse()
      .map((place) => {
        const [x, y] = [420 + place * 128, 170 + (5 - place) * 26];
        const fill = ['#fffdf7', '#cfe7df', '#a9d3c8', '#7fbcae', '#549f90', '#2f7f72'][place];
        const lines = range(5).map(
          (line) =>
            `<rect x="${x + 50}" y="${y + 70 + line * 66}" width="${[250, 300, 210, 280, 160][line]}" height="22" rx="11" fill="#1d4e46" opacity="${place === 0 ? 0.75 : 0.12}"/>`,
        );
        return `<rect x="${x}" y="${y}" width="400" height="440" rx="28" fill="${fill}"/>${lines.join('')}`;
      })
      .join('')}
    <path d="M730 300v230l-46-38-46 38V300z" fill="#ef8354"/>`,
  );

/** A sun that sets while a clock stands still. */
const dates = () =>
  svg(
    1600,
    900,
    `<defs><linearGradient id="sky" x1="0" x2="1"><stop offset="0" stop-color="#1b2a52"/><stop offset=".55" stop-color="#6c5b9e"/><stop offset="1" stop-color="#f6b27a"/></linearGradient></defs>
    <rect width="1600" height="900" fill="url(#sky)"/>
    ${range(46)
      .map(
        ((next) => () => {
          const [x, y] = [next() * 760, next() * 560];
          return `<circle cx="${x.toFixed()}" cy="${y.toFixed()}" r="${(1.5 + next() * 3).toFixed(1)}" fill="#fff" opacity="${(0.4 + next() * 0.5).toFixed(2)}"/>`;
        })(random(7)),
      )
      .join('')}
    <circle cx="330" cy="260" r="92" fill="#f3efe0"/><circle cx="372" cy="232" r="84" fill="#2a3561"/>
    <circle cx="1250" cy="640" r="150" fill="#ffd98e"/>
    <path d="M0 690Q400 600 800 680T1600 650V900H0z" fill="#14203f"/><path d="M0 780Q500 700 900 770T1600 740V900H0z" fill="#0d162d"/>
    <g fill="none" stroke="#fff" stroke-linecap="round"><circle cx="800" cy="410" r="190" stroke-width="18"/><path d="M800 410V280M800 410l98 56" stroke-width="22"/>
    ${range(12)
      .map(
        (hour) =>
          `<path d="M800 246v22" stroke-width="10" transform="rotate(${hour * 30} 800 410)"/>`,
      )
      .join('')}</g>`,
  );

/** An old bridge that stays open until the new one carries everybody. */
const versions = () =>
  svg(
    1600,
    900,
    `${ground('#e7ecf7')}<circle cx="1240" cy="250" r="120" fill="#f9c784"/>
    <path d="M0 560L240 380l220 170 260-240 300 250 220-150 360 240V900H0z" fill="#c3cfe6"/>
    <rect y="690" width="1600" height="210" fill="#7f9ccb"/>
    <path d="M-20 640H1620" stroke="#3d5a80" stroke-width="34"/>${range(5)
      .map(
        (arch) =>
          `<path d="M${60 + arch * 320} 820V660M${60 + arch * 320} 820" stroke="#3d5a80" stroke-width="40"/><path d="M${70 + arch * 320} 800a150 130 0 0 1 300 0" fill="none" stroke="#3d5a80" stroke-width="22"/>`,
      )
      .join('')}
    <g stroke="#ee6c4d" fill="none" stroke-linecap="round"><path d="M-20 500H1180" stroke-width="26"/><path d="M300 200V500M900 200V500" stroke-width="26"/>
    <path d="M-120 480Q140 430 300 210Q600 640 900 210Q1040 420 1180 490" stroke-width="12"/>${range(
      13,
    )
      .map((cable) => {
        const x = 345 + cable * 43;
        const y = 210 + 215 * (1 - ((x - 600) / 300) ** 2);
        return `<path d="M${x} ${y.toFixed()}V500" stroke-width="5"/>`;
      })
      .join('')}</g>
    <path d="M1220 500h60M1330 500h50M1430 500h40M1520 500h30" stroke="#ee6c4d" stroke-width="14" stroke-linecap="round" opacity=".6"/>`,
  );

/** A day's traffic as a sound wave. */
const sound = () => {
  const next = random(11);
  return svg(
    1600,
    900,
    `${ground('#16213e')}<circle cx="800" cy="450" r="400" fill="#1f2f57"/><circle cx="800" cy="450" r="270" fill="#28407a"/>
    ${range(47)
      .map((bar) => {
        const hill = Math.exp(-(((bar - 15) / 7) ** 2)) + Math.exp(-(((bar - 33) / 6) ** 2)) * 0.8;
        const height = 40 + (hill * 460 + 60) * (0.55 + next() * 0.45);
        const colour = bar === 33 ? '#ff8a5b' : bar % 5 === 0 ? '#8fd3c7' : '#e8f1f2';
        return `<rect x="${80 + bar * 31}" y="${(450 - height / 2).toFixed()}" width="15" height="${height.toFixed()}" rx="7.5" fill="${colour}"/>`;
      })
      .join('')}`,
  );
};

/** A pencil that draws a request from one side to the other. */
const drawing = () =>
  svg(
    1600,
    900,
    `${ground('#fff3d1')}${range(21)
      .map(
        (line) =>
          `<path d="M${line * 80} 0V900M0 ${line * 80}H1600" stroke="#f2dfa7" stroke-width="3"/>`,
      )
      .join('')}
    <g fill="none" stroke="#33415c" stroke-width="14" stroke-linecap="round" stroke-linejoin="round">
    <rect x="240" y="120" width="240" height="110" rx="20" fill="#fff"/><rect x="680" y="120" width="240" height="110" rx="20" fill="#fff"/>
    <path d="M360 230V800M800 230V800" stroke-dasharray="2 30"/><path d="M360 350H780M750 325l34 25-34 25"/><path d="M800 520H380M410 495l-34 25 34 25" stroke="#2a9d8f"/><path d="M360 690H1010" stroke="#e76f51"/></g>
    <g transform="translate(1010 690) rotate(-42)"><path d="M0 0l90-38v76z" fill="#f6d7b0"/><path d="M0 0l34-14v28z" fill="#33415c"/><rect x="90" y="-38" width="390" height="76" fill="#f4a261"/><rect x="90" y="-12" width="390" height="24" fill="#e98b3f"/><rect x="480" y="-38" width="34" height="76" fill="#cfd8e3"/><rect x="514" y="-38" width="60" height="76" rx="18" fill="#e76f51"/></g>`,
  );

/** A text, drawn in whatever sans-serif font the machine has. */
const label = (x, y, text, { size = 28, fill = '#33415c', anchor = 'middle', weight = 400 } = {}) =>
  `<text x="${x}" y="${y}" font-family="Roboto, Arial, sans-serif" font-size="${size}" font-weight="${weight}" fill="${fill}" text-anchor="${anchor}">${text}</text>`;

/** Sequence diagram of a request that takes a detour. */
const sequence = () => {
  const arrow = (from, to, y, text, colour = '#33415c') => {
    const head = to > from ? -18 : 18;
    return `<path d="M${from} ${y}H${to}M${to + head} ${y - 11}L${to} ${y}l${head} 11" fill="none" stroke="${colour}" stroke-width="4"/>${label((from + to) / 2, y - 14, text, { size: 26, fill: colour })}`;
  };
  const party = (x, name) =>
    `<path d="M${x} 120V640" stroke="#b8c2d0" stroke-width="3" stroke-dasharray="8 10"/><rect x="${x - 120}" y="50" width="240" height="72" rx="14" fill="#eef3fa" stroke="#33415c" stroke-width="3"/>${label(x, 96, name, { weight: 700 })}`;
  return svg(
    1400,
    690,
    `${ground('#ffffff', 1400, 690)}${party(200, 'Client')}${party(700, 'Gateway')}${party(1200, 'Orders')}
    ${arrow(200, 700, 210, 'POST /orders')}${arrow(700, 1200, 290, 'POST /orders')}
    <rect x="1186" y="290" width="28" height="210" fill="#f4b393"/>
    ${arrow(700, 200, 400, '504 after 2 s', '#b3261e')}${arrow(1200, 700, 500, '201 after 3 s', '#1b7a5a')}
    ${label(700, 590, 'The order exists. The client was told that it does not.', { size: 30, weight: 700 })}`,
  );
};

/** Histogram of response times: most are short, a few are long. */
const latency = () => {
  const bars = [3, 14, 42, 78, 96, 82, 58, 37, 24, 15, 9, 6, 4, 3, 2, 2, 1, 1, 1, 5, 12, 17, 9, 3];
  const mark = (place, text, colour, y) =>
    `<path d="M${110 + place * 49} ${y + 12}V560" stroke="${colour}" stroke-width="4" stroke-dasharray="10 8"/>${label(110 + place * 49 + 12, y + 34, text, { fill: colour, anchor: 'start', weight: 700 })}`;
  return svg(
    1400,
    690,
    `${ground('#ffffff', 1400, 690)}${bars
      .map(
        (height, place) =>
          `<rect x="${110 + place * 49}" y="${560 - height * 4.6}" width="40" height="${height * 4.6}" rx="4" fill="${place < 17 ? '#6f9bd1' : '#e76f51'}"/>`,
      )
      .join('')}<path d="M90 560H1310" stroke="#33415c" stroke-width="4"/>
    ${[0, 200, 400, 600, 800].map((time, place) => label(110 + place * 294, 606, `${time} ms`)).join('')}
    ${mark(5.35, 'median 178 ms', '#1d4e89', 60)}${mark(6.93, 'mean 231 ms', '#59636e', 150)}${mark(21.16, 'p95', '#b3261e', 250)}
    ${label(700, 660, 'Time to the last byte of 524 requests')}`,
  );
};

/** The site's logo: a page with lines, and the waves of a feed. */
const logo = (name, { text, accent }) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="232" height="48" viewBox="0 0 232 48"><rect x="2" y="4" width="40" height="40" rx="10" fill="${accent}"/><g fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round"><path d="M13 15a18 18 0 0 1 18 18"/><path d="M13 24a9 9 0 0 1 9 9"/></g><circle cx="14" cy="32.500" r="3" fill="#fff"/><text x="54" y="32" font-family="system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif" font-size="25" font-weight="700" letter-spacing="-.4" fill="${text}">${name}</text></svg>\n`;

const icon = (colour, content) => svg(480, 480, `${ground(colour, 480, 480)}${content}`);

const ICONS = {
  'category-design': icon(
    '#dff0ec',
    '<g fill="none" stroke="#1d4e46" stroke-width="26" stroke-linecap="round" stroke-linejoin="round"><path d="M170 130h-50v220h50M310 130h50v220h-50"/><path d="M190 290l50-110 50 110M208 256h64" stroke="#ef8354"/></g>',
  ),
  'category-operations': icon(
    '#e7ecf7',
    '<g fill="none" stroke="#3d5a80" stroke-width="26" stroke-linecap="round" stroke-linejoin="round"><path d="M90 260h80l40-110 60 200 45-90h75" stroke="#ee6c4d"/><circle cx="240" cy="240" r="190"/></g>',
  ),
  'tag-drawing': icon(
    '#fff3d1',
    '<g transform="translate(130 350) rotate(-45)"><path d="M0 0l80-40v80z" fill="#f6d7b0"/><path d="M0 0l32-16v32z" fill="#33415c"/><path d="M80-40h210v80H80z" fill="#f4a261"/><path d="M290-40h34v80h-34z" fill="#cfd8e3"/></g>',
  ),
  'tag-measuring': icon(
    '#16213e',
    range(9)
      .map((bar) => {
        const height = [70, 130, 220, 320, 250, 180, 260, 150, 80][bar];
        return `<rect x="${62 + bar * 41}" y="${240 - height / 2}" width="24" height="${height}" rx="12" fill="${bar === 6 ? '#ff8a5b' : '#8fd3c7'}"/>`;
      })
      .join(''),
  ),
};

const person = (ground1, skin, hair, shirt, cut) =>
  icon(
    ground1,
    `<path d="M80 480c0-110 70-160 160-160s160 50 160 160z" fill="${shirt}"/><rect x="205" y="270" width="70" height="90" rx="32" fill="${skin}"/><path d="${cut}" fill="${hair}"/><circle cx="240" cy="205" r="88" fill="${skin}"/><path d="M152 200c0-80 40-110 88-110s88 30 88 110c-20-50-60-62-100-62-30 0-60 20-76 62z" fill="${hair}"/>`,
  );

const PEOPLE = {
  'ayu-lestari': person(
    '#f7d9c4',
    '#c98d66',
    '#2b1d1a',
    '#2f7f72',
    'M140 330V200a100 110 0 0 1 200 0v130q-30 20-60 0H200q-30 20-60 0z',
  ),
  'tom-becker': person('#cfe0f3', '#f0c7a5', '#a5652f', '#3d5a80', 'M150 220a90 90 0 0 1 180 0z'),
};

const RATE = 8_000;

/**
 * A day of requests in ten seconds, as 16-bit mono: a tone for each notable minute, higher for fast
 * responses, lower for slow ones, and a second voice, out of tune, during errors.
 */
const recording = () => {
  const next = random(23);
  const samples = new Float64Array(RATE * 10);
  const SCALE = [0, 2, 4, 7, 9];
  const pitch = (step) => 220 * 2 ** ((SCALE[step % 5] + 12 * Math.floor(step / 5)) / 12);
  const strike = (at, frequency, loudness, length = 0.5) => {
    const start = Math.floor(at * RATE);
    for (let place = 0; place < length * RATE && start + place < samples.length; place += 1) {
      const time = place / RATE;
      const envelope = Math.min(1, time / 0.008) * Math.exp(-time * 7);
      const tone =
        Math.sin(2 * Math.PI * frequency * time) + 0.3 * Math.sin(4 * Math.PI * frequency * time);
      samples[start + place] += tone * envelope * loudness;
    }
  };
  for (let at = 0; at < 9.4;) {
    const busy = Math.exp(-(((at - 3.2) / 1.5) ** 2)) + 0.8 * Math.exp(-(((at - 7) / 1.2) ** 2));
    strike(at, pitch(Math.floor(next() * 6 + (1 - busy) * 6)), 0.1 + 0.12 * Math.min(1, busy));
    if (at > 6.6 && at < 7.3) strike(at, 117, 0.2, 0.8);
    at += 0.07 + (0.32 - 0.24 * Math.min(1, busy)) * (0.5 + next());
  }
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + samples.length * 2, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(RATE, 24);
  header.writeUInt32LE(RATE * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples.length * 2, 40);
  const data = Buffer.alloc(samples.length * 2);
  samples.forEach((value, place) =>
    data.writeInt16LE(Math.round(Math.max(-1, Math.min(1, value)) * 32_000), place * 2),
  );
  return Buffer.concat([header, data]);
};

const COVERS = { errors, pages, dates, versions, sound, drawing };
const FIGURES = { sequence, latency };

const keep = (name, content) => {
  writeFileSync(path.join(FOLDER, name), content);
  console.log(`  ${name}  ${Math.ceil(content.length / 1000)} kB`);
};

mkdirSync(FOLDER, { recursive: true });
for (const [name, draw] of Object.entries({ ...COVERS, ...FIGURES })) {
  keep(
    `${name}.webp`,
    await sharp(Buffer.from(draw())).webp({ quality: 82, effort: 6 }).toBuffer(),
  );
}
for (const [name, picture] of Object.entries({ ...ICONS, ...PEOPLE })) {
  keep(
    `${name}.webp`,
    await sharp(Buffer.from(picture)).webp({ quality: 82, effort: 6 }).toBuffer(),
  );
}
const ON_LIGHT = { text: '#1f2328', accent: '#a3451f' };
const ON_DARK = { text: '#e6e9ed', accent: '#c8642f' };
keep('logo.svg', logo('Field Notes', ON_LIGHT));
keep('logo-dark.svg', logo('Field Notes', ON_DARK));
keep('logo-de.svg', logo('Feldnotizen', ON_LIGHT));
keep('logo-de-dark.svg', logo('Feldnotizen', ON_DARK));
keep('a-day-of-traffic.wav', recording());
