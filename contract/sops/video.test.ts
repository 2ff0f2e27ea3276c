import { expect, test } from 'vitest'
import { videoOf } from './video.ts'

test.each([
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
  [
    'https://youtube.com/watch?list=x&v=dQw4w9WgXcQ&t=90s',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=90',
  ],
  ['https://youtu.be/dQw4w9WgXcQ?t=7', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=7'],
  ['https://m.youtube.com/shorts/dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
  ['https://www.youtube.com/embed/dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
  ['HTTPS://WWW.YOUTUBE.COM/watch?v=dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
  ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871'],
  ['https://vimeo.com/76979871/0a1b2c3d4e', 'https://player.vimeo.com/video/76979871?h=0a1b2c3d4e'],
  ['https://player.vimeo.com/video/76979871?h=0a1b2c3d4e', 'https://player.vimeo.com/video/76979871?h=0a1b2c3d4e'],
])('%s is embedded as %s', (address, embedUrl) => {
  expect(videoOf(address)?.embedUrl).toBe(embedUrl)
})

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  '//evil.com/watch?v=dQw4w9WgXcQ',
  'http://www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://youtube.com@evil.com/watch?v=dQw4w9WgXcQ',
  'https://youtube.com.evil.com/watch?v=dQw4w9WgXcQ',
  'https://evil.com/https://youtube.com/watch?v=dQw4w9WgXcQ',
  'https://evil.com\\@www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com:8443/watch?v=dQw4w9WgXcQ',
  'https://user:secret@www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com/watch?v=../../evil',
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ onload=x',
  'https://www.youtube.com/redirect?q=https://evil.com',
  'https://www.youtube.com/',
  'https://vimeo.com/channels/staffpicks',
  'https://player.vimeo.com/api/76979871',
  'https:youtube.com/watch?v=dQw4w9WgXcQ',
  'no address',
])('%s is no video (T63)', (address) => {
  expect(videoOf(address)).toBeNull()
})
