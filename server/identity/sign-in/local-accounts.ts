import { roleLabels } from 'contract/permissions.ts'
import { demoPeople } from 'database/seeds/demo-people.ts'
import { escapeHtml, pageOf } from './plain-pages.ts'

/** The local provider's account page. @param action where its forms go; @param listsDemoPeople the people of the demo data */
export function accountPage(action: string, listsDemoPeople: boolean): string {
  const target = escapeHtml(action)
  return pageOf(
    'Choose an account',
    `<h1>Choose an account</h1>
<p>to continue to SBR Operations. This page stands in for Google on a trial server; no password is asked.</p>
${listsDemoPeople ? demoForm(target) : ''}
<h2 id="other">Use another account</h2>
<form method="post" action="${target}" aria-labelledby="other">
<label>E-mail <input type="email" name="email" required maxlength="254" autocomplete="off"></label>
<label>Name <input name="name" maxlength="100" autocomplete="off"></label>
<button class="button">Continue</button>
</form>`,
  )
}

const demoForm = (target: string) => `<form method="post" action="${target}" aria-label="Demo people">
<ul>
${demoPeople.map(row).join('\n')}
</ul>
</form>`

const row = ({ email, role, company }: (typeof demoPeople)[number], index: number) =>
  `<li><button name="email" value="${escapeHtml(email)}" aria-describedby="person-${index}">${escapeHtml(email)}</button>
<span id="person-${index}">${escapeHtml(`${roleLabels[role]} · ${company}`)}</span></li>`
