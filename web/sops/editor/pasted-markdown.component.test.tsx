import { beforeAll, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { open } from '../../testing/product.tsx'

const field = () => document.activeElement?.shadowRoot?.activeElement

const lines = () => [...(field()?.querySelectorAll('.cm-line') ?? [])].map(({ textContent }) => textContent)

beforeAll(async () => {
  // As the server's policy does, which also holds for a page that is only parsed.
  const policy = document.createElement('meta')
  policy.httpEquiv = 'Content-Security-Policy'
  policy.content = "style-src-attr 'none'"
  document.head.append(policy)
  open('/sops', 'company_operator')
  await page.getByRole('button', { name: 'Add SOP' }).first().click()
})

/** Pastes into the empty text of a new SOP what a program has copied. The form stays open for the next text. */
async function paste(plain: string, html: string) {
  await page.getByRole('dialog').getByLabelText('Content').fill('')
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', plain)
  clipboardData.setData('text/html', html)
  field()?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
}

test('what is typed right behind the first text that is pasted stays behind it', async () => {
  await paste('M8 and more', '<p><b>M8</b> and more</p>')
  document.execCommand('insertText', false, '!')
  await expect.poll(lines).toEqual(['**M8** and more!'])
})

test.each([
  ['Word', '<p><s><span>Heat to\r\n200 °C</span></s></p><p>Heat to 180 °C</p>'],
  ['Google Docs', '<span style="text-decoration:line-through">Heat to 200 °C</span><br><span>Heat to 180 °C</span>'],
  ['a change that was tracked', '<del>Heat to 200 °C</del><div>Heat to 180 °C</div>'],
])('what %s shows crossed out stays crossed out when it is pasted', async (_, html) => {
  await paste('Heat to 200 °C\r\nHeat to 180 °C', html)
  await expect.poll(lines).toContain('~~Heat to 200 °C~~')
  expect(lines()).toContain('Heat to 180 °C')
})

test.each([
  [
    'Word',
    '103 pcs, CO2 at 20 m2',
    '<p>10<sup>3</sup>&nbsp;pcs, CO<sub>2</sub> at 20 m<sup>2</sup></p>',
    '10³ pcs, CO₂ at 20 m²',
  ],
  [
    'Google Docs',
    '10−3 bar, H2O',
    '<b style="font-weight:normal"><span>10</span><span style="font-size:0.6em;vertical-align:super">−3</span><span style="vertical-align:baseline"> bar, H</span><span style="vertical-align:sub">2</span><span>O</span></b>',
    '10⁻³ bar, H₂O',
  ],
  [
    'signs without a raised form',
    '10x, Vcc, the 1st',
    '10<sup>x</sup>, V<sub>cc</sub>, the 1<sup>st</sup>',
    '10^x, V_cc, the 1st',
  ],
  ['a bold figure', 'Fill 103 g', 'Fill <b>10<sup>3</sup></b> g', 'Fill **10³** g'],
  ['bold text of a numbered step', '1. Open valve', '<p><strong>1. Open valve</strong></p>', '1. **Open valve**'],
  ['a sign that Markdown reads', 'Pump P*2*a', '<b>Pump P*2*a</b>', 'Pump P*2*a'],
  [
    'bold text of Google Docs',
    'Wear gloves now',
    '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr" style="line-height:1.38;"><span style="font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:400;font-style:normal;text-decoration:none;vertical-align:baseline;white-space:pre-wrap;">Wear </span><span style="font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:700;font-style:normal;text-decoration:none;vertical-align:baseline;white-space:pre-wrap;">gloves</span><span style="font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:400;font-style:normal;text-decoration:none;vertical-align:baseline;white-space:pre-wrap;"> now</span></p></b>',
    'Wear **gloves** now',
  ],
  [
    'a bold item of a list of Google Docs',
    '1. Warning: hot',
    '<b style="font-weight:normal;" id="docs-internal-guid-1"><ol><li dir="ltr" style="font-weight:700;" aria-level="1"><p dir="ltr" role="presentation"><span style="font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:700;font-style:normal;text-decoration:none;vertical-align:baseline;white-space:pre-wrap;">Warning:</span><span style="font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:400;font-style:normal;text-decoration:none;vertical-align:baseline;white-space:pre-wrap;"> hot</span></p></li></ol></b>',
    '1. **Warning:** hot',
  ],
  ['a heading of Word', 'Start-up', '<h2><b>Start-up</b></h2>', '## Start-up'],
  ['a title of Word', 'Start-up', '<p class=MsoTitle>Start-up</p>', '# Start-up'],
])('%s keeps what it raises, lowers, prints bold or heads when it is pasted', async (_, plain, html, markdown) => {
  await paste(plain, html)
  await expect.poll(lines).toEqual([markdown])
})

const wordItem = (level: number, sign: string, words: string, font = 'Calibri') =>
  `<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='font-family:${font};mso-list:Ignore'>${sign}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>${words}<o:p></o:p></p>\r\n`

test.each([
  [
    'a table of Word with paragraphs, exponents and merged cells',
    '<table><tr><td rowspan=2><p>Valve</p></td><td colspan=2><h1>Position</h1></td></tr><tr><td><p>run</p></td><td><p><b>m<sup>2</sup></b></p></td></tr><tr><td><p>V1|V2</p></td><td><p>open</p><p>(lever up)</p></td><td><p>10<sup>-3</sup></p><p>Bar</p></td></tr></table>',
    [
      '| Valve | Position | |',
      '| - | - | - |',
      '| Valve | run | **m²** |',
      '| V1\\|V2 | open (lever up) | 10⁻³; Bar |',
    ],
  ],
  [
    'cells of Excel',
    "<table><!--StartFragment--><tr><td colspan=3>Torque</td></tr><tr><td>M6</td><td align=right>9,50</td><td rowspan=2>T-1<br>or T-2</td></tr><tr style='display:none'><td>M7</td></tr><tr><td>M8</td><td>*new*</td></tr><tr><td rowspan=2>M10</td><td>40</td><td rowspan=3>T-3</td></tr><tr><td>45</td></tr><tr><td>M12</td><td>70</td></tr></table>",
    [
      '| Torque | | |',
      '| - | -: | - |',
      '| M6 | 9,50 | T-1 or T-2 |',
      '| M8 | \\*new\\* | |',
      '| M10 | 40 | T-3 |',
      '| M10 | 45 | T-3 |',
      '| M12 | 70 | T-3 |',
    ],
  ],
  [
    'lists of Word',
    wordItem(1, '3.', 'Inform the <b>shift lead</b><span> </span>by phone') +
      wordItem(2, 'a.', 'Ext. <s>4711</s> 4712') +
      wordItem(1, '4.', "Turn Q1 to <span style='font-weight:bold'>OFF</span>") +
      wordItem(1, '·', 'Wait 5&nbsp;min', 'Symbol') +
      wordItem(1, 'q', 'Lock is on', 'Wingdings') +
      wordItem(1, '1.2', 'Drain'),
    [
      '3. Inform the **shift lead** by phone',
      '   1. Ext. ~~4711~~ 4712',
      '4. Turn Q1 to **OFF**',
      '',
      '- Wait 5 min',
      '- [ ] Lock is on',
      '',
      '1.2 Drain',
    ],
  ],
  [
    'lists of Google Docs',
    '<b style="font-weight:normal;" id="docs-internal-guid-1"><ul><li role="checkbox" aria-checked="true"><img src="data:image/png;base64,iVBORw0KGgo=" alt="checked"><p role="presentation"><span>Lights on</span></p></li></ul><ol start="4"><li><p><span style="font-weight:700;">Count </span><span>the till</span></p></li><ol><li><p><span>coins</span></p></li></ol><li><p><span style="font-weight:700;font-style:italic">Sign</span></p></li></ol></b>',
    ['- [x] Lights on', '', '4. **Count** the till', '   1. coins', '5. **_Sign_**'],
  ],
  [
    'a mail',
    '<ol start="4"><li>Connect<ul><li>green LED</li></ul>then wait</li><li value="7">Run:<pre>flash.exe --erase\n  wait 5s</pre></li></ol><div># hash<br>- 0.1 mm is scrap</div><p>See <a href="https://north.example/a_b_c.pdf">manual</a>, <a href="#n1">[1]</a> and T_01, 5 * 3 * 2, __dunder__</p>',
    [
      '4. Connect',
      '   - green LED',
      '',
      '   then wait',
      '',
      '7) Run:',
      '   ```',
      '   flash.exe --erase',
      '     wait 5s',
      '   ```',
      '',
      '\\# hash',
      '\\- 0.1 mm is scrap',
      '',
      'See [manual](https://north.example/a_b_c.pdf), [1] and T_01, 5 * 3 * 2, \\_\\_dunder\\_\\_',
    ],
  ],
  [
    'a picture of Word',
    '<p>Lock:</p><p><img src="file:///C:/tmp/clip_image001.png" alt="Lock on\r\nswitch"></p>',
    ['Lock:', '', '[picture Lock on switch: add it by Attach]'],
  ],
  [
    'an editor of code',
    '<div style="color: #ccc;font-weight: normal;white-space: pre;"><div><span style="font-weight: bold;"># Start-up</span></div></div>',
    ['# the plain text'],
  ],
])('%s becomes Markdown when it is pasted', async (_, html, markdown) => {
  await paste('# the plain text', html)
  await expect.poll(lines).toEqual(markdown)
})
