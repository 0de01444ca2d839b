import { isFileName } from '../../../src/content/problem';

describe('an alternative text', () => {
  test.each([
    'harbour.jpg',
    ' harbour.JPEG ',
    'my-harbour_2.webp',
    'IMG_2031',
    'IMG_2031.JPG',
    'IMG_20260102_101358',
    'IMG_E2031.heic',
    'DSC01234',
    'DSCF1234',
    '_DSC1234',
    'PXL_20260102_101358123',
    'P1010123',
    '20260102_101358',
    'image1.png',
    'Screenshot 2026-11-24 at 10.13.58',
    'Screenshot 2026-11-24 at 10.13.58 PM.png',
    'Screen Shot 2026-11-24 at 10.13.58\u202fAM',
    'Screenshot from 2026-11-24 10-13-58.png',
    'Screenshot_20261124-101358_Chrome',
    'Bildschirmfoto 2026-11-24 um 10.13.58.png',
    'Bildschirmfoto vom 2026-11-24 10-13-58',
    'Capture d’écran 2026-11-24 à 10.13.58',
    'Captura de pantalla 2026-11-24 a las 10.13.58',
    'WhatsApp Image 2026-11-24 at 10.13.58',
  ])('is a file name: %s', (text) => {
    expect(isFileName(text, 'https://cdn.example.com/a')).toBe(true);
  });

  test.each([
    ['harbour_0a1b2c3d4e.jpg', '/uploads/harbour_0a1b2c3d4e.jpg'],
    ['harbour (1).png', '/uploads/medium_harbour_1_0a1b2c3d4e.png'],
    ['Screenshot (12).png', '/uploads/Screenshot_12_0a1b2c3d4e.png'],
    [
      'our harbour in the early morning.jpg',
      '/uploads/our_harbour_in_the_early_morning_0a1b2c3d4e.jpg',
    ],
  ])('is the name of its own file: %s at %s', (text, address) => {
    expect(isFileName(text, address)).toBe(true);
  });

  test.each([
    '',
    'Harbour',
    'Harbour at dawn',
    'Our harbour in the early morning',
    'The icon of a file called fox.png',
    'Node.js',
    'Photographs on a table',
    'Image of a fox',
    'Picture 12 of the exhibition',
    'Photo',
    'Bildschirm',
    'Screenshot of the settings',
    'Screenshot 2026-11-24 of the settings',
    'Screenshot 2026-11-24 of 12 settings',
    'Screenshot 2026-11-24 at 10.13.58 of us',
    'Screenshot from 2026',
    'Bildschirmfoto der Einstellungen',
    'DSC meeting',
    'IMG Academy',
    'P100',
    '2026',
    '20 November 2026',
  ])('is none: %s', (text) => {
    expect(isFileName(text, '/uploads/our_harbour_in_the_early_morning_0a1b2c3d4e.jpg')).toBe(
      false,
    );
  });

  test.each([
    ['Harbour', '/uploads/harbour_0a1b2c3d4e.jpg'],
    ['Sunset over harbour', '/uploads/sunset-over-harbour.jpg'],
    ['Sunset over harbour', '/uploads/Sunset%20over%20harbour.jpg'],
    ['harbour', '/uploads/harbours.jpg'],
    ['Sunset over harbour.', '/uploads/sunset-over-harbour.jpg'],
    ['Harbour', 'data:image/png;base64,Harbour'],
    ['Fox', ''],
  ])('in the words of its file is a description: %s at %s', (text, address) => {
    expect(isFileName(text, address)).toBe(false);
  });
});
