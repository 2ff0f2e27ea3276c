// Bills of materials as other systems and people make them, in several languages: each was written with what should become of it before it was imported.

import { test } from 'vitest'
import { useServer } from '../../../testing/fixture.ts'
import { type FileCase, importFile, sheet } from '../../../testing/import-file.ts'

const { server, company, operator } = useServer()

const created = 'type=auto&components=create'

const cases: FileCase[] = [
  [
    'SAP, a bill of materials with levels',
    `${created}&fileName=stueckliste.csv`,
    'Stufe;Positionsnummer;Komponente;Objektkurztext;Menge;ME;Positionstyp\n0;;PU-1;Pumpe;1;ST;\n1;0010;GE-1;Gehäuse;1,000;ST;L\n1;0020;SC-1;Schraube M6;8,000;ST;L\n2;0010;MU-1;Mutter;1,000;ST;L\n',
    { boms: { 'PU-1': ['1 GE-1', '8 SC-1'], 'SC-1': ['1 MU-1'] } },
  ],
  [
    'Oracle, items and component items',
    created,
    'Item,Item Description,Component Item,Component Description,Quantity\nAS54888,Desktop,CM01,Case,1\nAS54888,Desktop,CM02,Memory,2\nAS54999,Server,CM02,Memory,8\n',
    { boms: { AS54888: ['1 CM01', '2 CM02'], AS54999: ['8 CM02'] }, says: ["'Item' is taken as Parent"] },
  ],
  [
    'NetSuite assemblies',
    created,
    'Assembly,Component,BOM Quantity,Component Units\nTAB-1,LEG-1,4,Ea\nTAB-1,TOP-1,1,Ea\n',
    { boms: { 'TAB-1': ['4 LEG-1', '1 TOP-1'] } },
  ],
  [
    'Odoo by the names of its fields',
    created,
    'product_tmpl_id,product_qty,bom_line_ids/product_id,bom_line_ids/product_qty\nTAB-1,1,LEG-1,4\n,,TOP-1,1\n',
    { boms: { 'TAB-1': ['4 LEG-1', '1 TOP-1'] }, says: ["'product_tmpl_id' is taken as Parent"] },
  ],
  [
    'SolidWorks without the number of the assembly',
    `${created}&fileName=export.csv`,
    'ITEM NO.,PART NUMBER,DESCRIPTION,QTY.\n1,BR-1,Bracket,2\n2,BO-1,Bolt,8\n',
    { asks: ['bom_of_what', 'field_without_column'] },
  ],
  [
    'Windchill',
    created,
    'Level,Number,Name,Version,Quantity,Unit,State\n0,AS-1,Arm,A.1,1,each,RELEASED\n1,PA-1,Link,B.2,2,each,RELEASED\n1,PA-2,Pin,A.1,4,each,INWORK\n',
    { boms: { 'AS-1': ['2 PA-1', '4 PA-2'] } },
  ],
  [
    'Arena',
    created,
    'Level,Item Number,Item Name,Revision,Quantity,Ref Des,Category\n0,900-1,Board,A,1,,PCBA\n1,100-1,Resistor 10k,A,2,"R1,R2",Resistor\n1,100-2,Cap 100n,A,1,C1,Capacitor\n',
    { boms: { '900-1': ['2 100-1', '1 100-2'] } },
  ],
  [
    'Dynamics NAV, production BOM lines',
    created,
    'Production BOM No.,Line No.,Type,No.,Description,Quantity per,Unit of Measure Code\nTAB-1,10000,Item,LEG-1,Leg,4,PCS\nTAB-1,20000,Item,TOP-1,Top,1,PCS\n',
    { boms: { 'TAB-1': ['4 LEG-1', '1 TOP-1'] } },
  ],
  [
    'Katana recipes',
    created,
    'Product name,Product variant code / SKU,Ingredient name,Ingredient variant code / SKU,Quantity per unit\nCandle,CAN-1,Wax,WAX-1,2\nCandle,CAN-1,Wick,WIC-1,1\n',
    { boms: { 'CAN-1': ['2 WAX-1', '1 WIC-1'] } },
  ],
  [
    'Cin7 bills of materials',
    created,
    'ProductSKU,ProductName,ComponentSKU,ComponentName,Quantity\nKIT-1,Kit,BO-1,Bolt,4\nKIT-1,Kit,NU-1,Nut,4\n',
    { boms: { 'KIT-1': ['4 BO-1', '4 NU-1'] } },
  ],
  [
    'Zoho composite items',
    created,
    'Composite Item Name,SKU,Mapped Item Name,Mapped Item SKU,Mapped Quantity\nGift Box,BOX-1,Soap,SOAP-1,2\nGift Box,BOX-1,Towel,TOW-1,1\n',
    { boms: { 'BOX-1': ['2 SOAP-1', '1 TOW-1'] } },
  ],
  [
    'a German list of what is made',
    created,
    'Fertigungsartikel;Bezeichnung;Teilenummer;Menge\n4711;Tisch;BE-1;4\n4711;Tisch;PL-1;1\n4712;Bank;BE-1;6\n',
    { boms: { 4711: ['4 BE-1', '1 PL-1'], 4712: ['6 BE-1'] }, says: ["'Fertigungsartikel' is taken as Parent"] },
  ],
  [
    'a French nomenclature',
    created,
    'Article parent;Composant;Libellé;Quantité\nTAB-1;PIED-1;Pied;4\nTAB-1;PLAT-1;Plateau;1\n',
    { boms: { 'TAB-1': ['4 PIED-1', '1 PLAT-1'] } },
  ],
  [
    'a Spanish list of materials',
    created,
    'Artículo padre;Componente;Descripción;Cantidad\nMESA-1;PATA-1;Pata;4\nMESA-1;TAPA-1;Tapa;1\n',
    { boms: { 'MESA-1': ['4 PATA-1', '1 TAPA-1'] } },
  ],
  [
    'what is made under a name that nobody knows',
    `${created}&fileName=export.csv`,
    'Verwendung;Komponente;Menge\nTL-500;C-1;2\nTL-500;C-2;1\nTL-600;C-1;1\n',
    { asks: ['bom_of_what', 'columns_open', 'field_without_column'], says: ["'Verwendung' could be Parent"] },
  ],
  [
    'a bill of materials of which one list is refused',
    `${created}&fileName=export.csv`,
    'Parent,Component,Qty\nA-1,C-1,2\nB-1,C-2,as needed\nB-1,C-3,1\n',
    { boms: { 'A-1': ['2 C-1'] }, parts: { 'C-1': {} }, errors: ['B-1', 'C-2', 'C-3'] },
  ],
  [
    'signs that nobody sees in a bill of materials',
    created,
    'Parent,"Component\nNumber",Qty\nA-1\u200b,\u00a0C-1,\u00a02\nA-1,C-2\u200b,\u200b3\n',
    { boms: { 'A-1': ['2 C-1', '3 C-2'] } },
  ],
  [
    'JD Edwards, second item numbers',
    created,
    'Parent 2nd Item Number,Component 2nd Item Number,Component Description,Quantity,UM\nPU-1,GE-1,Case,1,EA\nPU-1,SC-1,Screw,8,EA\n',
    { boms: { 'PU-1': ['1 GE-1', '8 SC-1'] } },
  ],
  [
    'Sage X3, composants',
    created,
    'Article composé;Article composant;Quantité de lien\nTAB-1;PIED-1;4\nTAB-1;PLAT-1;1\n',
    { boms: { 'TAB-1': ['4 PIED-1', '1 PLAT-1'] } },
  ],
  [
    'father and son, in French',
    created,
    'Code père;Code fils;Coef\nTAB-1;PIED-1;4\nTAB-1;PLAT-1;1\n',
    { boms: { 'TAB-1': ['4 PIED-1', '1 PLAT-1'] } },
  ],
  [
    'father and son, in Spanish',
    created,
    'Padre;Hijo;Cantidad\nMESA-1;PATA-1;4\nMESA-1;TAPA-1;1\n',
    { boms: { 'MESA-1': ['4 PATA-1', '1 TAPA-1'] } },
  ],
  [
    'father and son, in Italian',
    created,
    'Codice padre;Codice figlio;Quantità\nTAV-1;GAM-1;4\nTAV-1;PIA-1;1\n',
    { boms: { 'TAV-1': ['4 GAM-1', '1 PIA-1'] } },
  ],
  [
    'abas, heads of bills of materials',
    created,
    'Stücklistenkopf;Position;Artikel;Bezeichnung;Menge\nTI-1;10;BE-1;Bein;4\nTI-1;20;PL-1;Platte;1\n',
    { boms: { 'TI-1': ['4 BE-1', '1 PL-1'] } },
  ],
  [
    'Acumatica, materials of a bill',
    created,
    'BOM ID,Inventory ID,Material,Qty Required,UOM\nBOM001,TAB-1,LEG-1,4,EA\nBOM001,TAB-1,TOP-1,1,EA\n',
    { asks: ['bom_of_what', 'columns_open', 'field_without_column'] },
  ],
  [
    'a bill of materials as a workbook below a title',
    `${created}&fileName=export.xlsx`,
    sheet([
      ['Bill of Materials', null, null],
      [null, null, null],
      ['Finished\nItem', 'Component\nItem', 'Qty per'],
      ['TAB-1', 'LEG-1', [4, '0']],
      ['TAB-1', 'TOP-1', [1, '0']],
    ]),
    { boms: { 'TAB-1': ['4 LEG-1', '1 TOP-1'] } },
  ],
  [
    'MRPeasy',
    created,
    'Product number,Product name,Part No.,Part description,Quantity,UoM\nTAB-1,Table,LEG-1,Leg,4,pcs\nTAB-1,Table,TOP-1,Top,1,pcs\n',
    { boms: { 'TAB-1': ['4 LEG-1', '1 TOP-1'] } },
  ],
  [
    'an offer with numbered lines may be a bill of materials',
    'type=parts',
    'Pos.;Artikelnummer;Bezeichnung;Menge;Einzelpreis;Gesamtpreis\n1;N-1;Mutter;100;0,25;25,00\n',
    { asks: ['bom_of_what', 'field_without_column'] },
  ],
]

test.each(cases)('%s', (...file) => importFile({ server, company, operator }, file))
