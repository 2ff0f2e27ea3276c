import type { ItemType } from 'contract/inventory/imports.ts'

const namesIn = (...lines: string[]): string[] => lines.flatMap((line) => line.split(', '))

const shared: Record<string, readonly string[]> = {
  location: namesIn(
    'Bin, Shelf, Storage Location, Bin Location, Warehouse, Lagerort, Lagerplatz, Emplacement',
    'Место хранения, Склад, 保管場所, 棚番',
  ),
  cost: namesIn(
    'Unit Cost, Cost Price, Purchase Price, Item Cost, Cost per Item, Buying Price',
    "Einkaufspreis, EK, EK-Preis, Kosten, Stückkosten, Prix d'achat, Coût",
    'Закупочная цена, Себестоимость, 原価, 仕入単価',
  ),
  retailPrice: namesIn(
    'Retail, Price, Sale Price, Sell, Sell Price, Selling Price, List Price, MSRP, RRP',
    'Verkaufspreis, VK, VK-Preis, Preis, Prix de vente, Prix, Розничная цена, Цена, 売価',
  ),
}

/**
 * Names that leave open which field is meant, by field: they are suggested like close names, and the preview says so. The unit price of an order to a
 * supplier is a cost.
 */
export const doubtfulNames: Record<string, readonly string[]> = { retailPrice: namesIn('Unit Price, 単価') }

/** Other names that people use in their files for the fields of the catalogues, best first. Browsers need none of them. */
export const aliases: Record<ItemType, Record<string, readonly string[]>> = {
  parts: {
    ...shared,
    partNumber: namesIn(
      'Part No, Part #, P/N, MPN, Manufacturer Part Number, SKU, Item Number, Part ID',
      'Part Code, Item Code, Stock Code, Material Number, Article Number, Number',
      'Internal Part Number, Internal Reference, IPN, Part IPN, Item ID, Product Code, Materialnummer',
      'Teilenummer, Artikelnummer, Sachnummer, Art.-Nr., Artikel-Nr., Référence, Réf.',
      'Артикул, Обозначение, Номер детали, 品番, 部品番号, 型番',
    ),
    name: namesIn(
      'Part Name, Description, Item Name, Part Description, Item Description, Product Name, Title',
      'Bezeichnung, Benennung, Beschreibung, Désignation, Наименование, Название, 品名, 部品名, 名称',
    ),
    barcode: namesIn('EAN, UPC, GTIN, EAN-13, UPC-A, EAN Code, UPC Code, Barcode Number, Strichcode, Code-barres'),
    supplierName: namesIn('Supplier Name, Supp, Vendor, Vendor Name, Lieferant, Fournisseur, Поставщик, 仕入先'),
    supplierAccount: namesIn('Supplier Account, Account, Supplier Account Number, Customer Number, Kundennummer'),
    stockLevel: namesIn(
      'Qty, Stock, On Hand, Quantity On Hand, Qty On Hand, In Stock, Stock Quantity',
      'Current Stock, Counted, Count, Counted Quantity, QOH',
      'Menge, Bestand, Lagerbestand, Anzahl, Quantité, Количество, Кол-во, Остаток, 数量, 在庫数, 在庫',
    ),
    reorderThreshold: namesIn(
      'Reorder Point, Reorder Level, Min Stock, Minimum Stock, Min Qty, Minimum',
      'Mindestbestand, Meldebestand, Stock minimum',
    ),
  },
  assemblies: {
    ...shared,
    assemblyNumber: namesIn('Assembly No, Assembly #, Number'),
    name: namesIn('Assembly Name, Description, Name/Description'),
  },
  products: {
    ...shared,
    sku: namesIn('Product SKU, Product Number, Item Number, Number'),
    name: namesIn('Product Name, Title, Description, Name/Description'),
    category: namesIn('Product Type, Type, Product Category'),
    shopifyProductId: namesIn('Shopify ID'),
  },
  vendors: {
    name: namesIn('Vendor, Supplier, Company, Supplier Name, Company Name, Lieferant, Fournisseur'),
    contactPerson: namesIn('Contact Name'),
    email: namesIn('E-mail Address, Contact Email'),
    phone: namesIn('Phone Number, Telephone, Tel'),
    website: namesIn('Web, URL, Web Site'),
    accountNumber: namesIn('Account, Account No'),
    paymentTerms: namesIn('Terms'),
    preferredShippingMethod: namesIn('Preferred Shipping Method, Shipping Method'),
    swiftCode: namesIn('SWIFT, BIC, SWIFT/BIC'),
    taxId: namesIn('VAT ID, VAT Number, EIN'),
    notes: namesIn('Note, Comments'),
  },
}
